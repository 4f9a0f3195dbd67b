"""What an update is given."""

from __future__ import annotations

import pytest

from truebox.errors import InputError
from truebox.evaluation import Evaluator


def test_a_class_the_evaluator_does_not_have_is_refused() -> None:
    evaluator = Evaluator([1, 2])
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": [5]}]
    with pytest.raises(InputError, match=r"E-131.*class 5 is not in the classes of the evaluator \(1, 2\)"):
        evaluator.update(truth, [{"boxes": [], "labels": [], "scores": []}])
    with pytest.raises(InputError, match="E-131"):
        evaluator.update([{"boxes": [], "labels": []}], [{**truth[0], "scores": [1.0]}])
    assert len(evaluator) == 0

"""Quirks that parts may have touched."""

from __future__ import annotations

import pytest
from streamed_worlds import CLASSES

from truebox.evaluation import Evaluator


def test_what_strict_rules_may_change_is_said() -> None:
    evaluator = Evaluator(CLASSES)
    box = {"boxes": [[0, 0, 32, 32]], "labels": [1]}  # its area is a bound of small and medium
    evaluator.update([box], [{**box, "scores": [0.5]}])
    with pytest.warns(match="W-571 strict rules that may have changed a number: Q6"):
        evaluator.result()
    assert evaluator.metrics("val/")["val/AP50"] == pytest.approx(1)

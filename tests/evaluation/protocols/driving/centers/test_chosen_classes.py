"""The classes of a task out of those of a truth."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.evaluation.protocols.driving.centers.chosen_classes import refuse_flat, with_task_classes
from truebox.evaluation.states.alignment import align

TRUTH = [{"boxes": [[0, 0, 9, 9]] * 3, "labels": ["cat", "dog", "emu"]}]
RESULT = evaluate(TRUTH, [TRUTH[0] | {"scores": [0.5, 0.4, 0.3]}])


def test_others_are_taken_out() -> None:
    options = {"images": None, "categories": None, "class_agnostic": False, "threads": 1}
    alignment = align(RESULT.truth, RESULT.predictions, **options)
    left = with_task_classes(alignment, RESULT.truth, ("emu", "cat", "fox"), "zoo")
    assert left.category_names == ("cat", "emu")
    assert left.true_category.tolist() == [0, -1, 1]
    assert left.predicted_category.dtype == np.int32
    with pytest.raises(ArgumentError, match=r"'zoo' evaluates fox, and there are cat, dog, emu"):
        with_task_classes(alignment, RESULT.truth, ("fox",), "zoo")


def test_flat_boxes() -> None:
    with pytest.raises(ArgumentError, match=r"'zoo' evaluates boxes in space.*give cages"):
        refuse_flat(RESULT.truth, ("x_3d",), "zoo", "cages")
    refuse_flat(RESULT.truth, (), "zoo", "cages")

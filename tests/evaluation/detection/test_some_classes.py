"""Some classes of a state and of an alignment."""

from __future__ import annotations

import coco_worlds
import numpy as np
import pytest

import truebox as tb
from truebox.evaluation.detection.some_classes import alignment_of_classes, state_of_classes
from truebox.evaluation.states.accumulation import accumulate
from truebox.evaluation.states.alignment import align

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_the_tables_of_some_classes_are_those_of_the_whole() -> None:
    truth, found = coco_worlds.world(np.random.default_rng(11), images=6, classes=5, detections=60)
    state = tb.evaluate(truth, found, mode="corrected").state
    whole = accumulate(state)
    touched = np.zeros(len(state.truths), dtype=bool)
    touched[[1, 3]] = True
    part = state_of_classes(state, touched)
    assert set(part.category.tolist()) <= {0, 1}
    assert accumulate(part).precision.tobytes() == whole.precision[:, :, touched].tobytes()
    assert state_of_classes(state, np.ones(len(state.truths), dtype=bool)) is state


def test_rows_of_other_classes_are_not_evaluated() -> None:
    box = [0, 0, 9, 9]
    truth = tb.read_truth([{"boxes": [box, box], "labels": ["cat", "dog"]}])
    found = tb.read_predictions([{"boxes": [box] * 3, "labels": ["dog", "cat", "dog"], "scores": [1, 1, 1]}])
    aligned = align(truth, found, images=None, categories=None, class_agnostic=False, threads=1)
    dogs = alignment_of_classes(aligned, np.array([False, True]))
    assert dogs.true_category.tolist() == [-1, 1]
    assert dogs.predicted_category.tolist() == [1, -1, 1]
    again = alignment_of_classes(dogs, np.array([True, False]))
    assert again.true_category.tolist() == [-1, -1]

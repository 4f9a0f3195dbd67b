"""States of disjoint images add, to the last bit, in any order."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from panoptic_scenes import scene

from truebox.errors import ArgumentError
from truebox.evaluation import PanopticState, evaluate_panoptic

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def same(a: PanopticState, b: PanopticState) -> bool:
    arrays = (
        "image",
        "category",
        "segments",
        "iou",
        "false_positives",
        "false_negatives",
        "ignored",
        "iou_sums",
        "unmatched",
    )
    return a.images == b.images and all(np.array_equal(getattr(a, name), getattr(b, name)) for name in arrays)


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_parts_add_to_the_whole_in_any_order(seed):
    truth, predictions = scene(seed, images=5)
    whole = evaluate_panoptic(truth, predictions).state
    ids = [entry["image_id"] for entry in truth["annotations"]]
    parts = [
        evaluate_panoptic(truth, predictions, images=some).state for some in (ids[:2], ids[2:3], ids[3:])
    ]
    for first, second, third in itertools.permutations(parts):
        assert same(first + second + third, whole)
        assert same(first + (second + third), whole)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_segments_without_a_match_are_those_that_are_counted(mode):
    truth, predictions = scene(4, images=5)
    state = evaluate_panoptic(truth, predictions, mode=mode).state
    counted = (state.false_positives, state.false_negatives, state.ignored)
    for outcome, counts in enumerate(counted):
        rows = state.unmatched[state.unmatched[:, 3] == outcome]
        assert np.bincount(rows[:, 1], minlength=len(counts)).tolist() == counts.tolist()
    for image, category, segment, outcome in state.unmatched.tolist():
        side = truth if outcome == 1 else predictions
        (entry,) = [each for each in side["annotations"] if each["image_id"] == state.images[image]]
        (held,) = [each for each in entry["segments_info"] if each["id"] == segment]
        assert held["category_id"] == state.categories[category]


def test_sums_are_taken_one_after_the_other():
    iou = np.array([1.0, 1e-16, 1e-16, 0.75])
    state = _state(iou, category=[0, 0, 0, 1])
    assert state.iou_sums.tolist() == [(1.0 + 1e-16) + 1e-16, 0.75]
    assert state.true_positives.tolist() == [3, 1]


def _state(iou, category, **changed):
    count = len(category)
    fields = {
        "mode": "strict",
        "categories": (1, 2),
        "images": (5,),
        "image": np.zeros(count, dtype=np.int64),
        "category": np.array(category, dtype=np.int64),
        "segments": np.zeros((count, 2), dtype=np.int64),
        "iou": np.asarray(iou, dtype=np.float64),
        "false_positives": np.zeros(2, dtype=np.int64),
        "false_negatives": np.zeros(2, dtype=np.int64),
        "ignored": np.zeros(2, dtype=np.int64),
    }
    return PanopticState(**{**fields, **changed})


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"mode": "corrected", "images": (6,)}, "different modes or categories"),
        ({"categories": (1, 3), "images": (6,)}, "different modes or categories"),
        ({}, "share 1 images, such as 5"),
        ({"images": ("5",)}, "integer and with string"),
    ],
)
def test_what_does_not_add(changed, words):
    with pytest.raises(ArgumentError, match=words):
        _state([0.9], [0]) + _state([0.9], [0], **changed)
    assert _state([0.9], [0]).__add__(0) is NotImplemented

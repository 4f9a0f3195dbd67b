"""The rules one by one: crowds, VOID, stated areas. `test_panoptic.py` checks them together."""

from __future__ import annotations

import numpy as np
import pytest
from panoptic_scenes import CATEGORIES

from truebox.evaluation import evaluate_panoptic
from truebox.evaluation.panoptic.matching import pixels_per_row
from truebox.evaluation.panoptic.pairs import VOID

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def outcome(true, found, true_segments, found_segments, mode="strict"):
    """(TP, FP, FN, ignored) of the class 3; segments are id -> further keys."""

    def part(ids, segments):
        listed = [{"id": number, "category_id": 3, **keys} for number, keys in segments.items()]
        return {"image_id": 1, "segmentation": np.array([ids]), "segments_info": listed}

    truth = {"categories": CATEGORIES, "annotations": [part(true, true_segments)]}
    one = evaluate_panoptic(truth, {"annotations": [part(found, found_segments)]}, mode=mode).per_class[0]
    return one.true_positives, one.false_positives, one.false_negatives, one.ignored


CROWD = {"iscrowd": 1}


def test_a_crowd_is_neither_matched_nor_missed():
    assert outcome([1, 1, 0], [5, 5, 0], {1: CROWD}, {5: {}}) == (0, 0, 0, 1)
    assert outcome([1, 1, 0], [0, 0, 0], {1: CROWD}, {}) == (0, 0, 0, 0)


def test_a_crowd_excuses_its_own_class_only():
    assert outcome([1, 1, 2], [5, 5, 5], {1: CROWD, 2: {"category_id": 90}}, {5: {}}) == (0, 0, 0, 1)
    other = {1: {"iscrowd": 1, "category_id": 90}, 2: {"category_id": 90}}
    assert outcome([1, 1, 2], [5, 5, 5], other, {5: {}}) == (0, 1, 0, 0)


def test_half_void_is_not_enough_to_excuse():
    assert outcome([1, 1, 0, 0], [5, 5, 5, 5], {1: {"category_id": 90}}, {5: {}}) == (0, 1, 0, 0)
    assert outcome([1, 0, 0, 0], [5, 5, 5, 5], {1: {"category_id": 90}}, {5: {}}) == (0, 0, 0, 1)


def test_of_several_crowds_the_last_counts_in_strict_mode():
    # The prediction has 2 pixels on the first crowd, 1 on the second, 1 elsewhere.
    true, found = [1, 1, 2, 3], [5, 5, 5, 5]
    segments = {1: CROWD, 2: CROWD, 3: {"category_id": 90}}
    assert outcome(true, found, segments, {5: {}}) == (0, 1, 0, 0)
    assert outcome(true, found, segments, {5: {}}, mode="corrected") == (0, 0, 0, 1)
    # The last one in the order of the file, not of ids.
    assert outcome([1, 1, 1, 2], found, {2: CROWD, 1: CROWD}, {5: {}}) == (0, 0, 0, 1)
    assert outcome([1, 1, 1, 2], found, {1: CROWD, 2: CROWD}, {5: {}}) == (0, 1, 0, 0)


def test_stated_areas_decide_in_strict_mode():
    true, found = [1, 1, 1, 0], [5, 5, 0, 0]
    assert outcome(true, found, {1: {}}, {5: {}}) == (1, 0, 0, 0)  # 2 of 3
    assert outcome(true, found, {1: {"area": 4}}, {5: {}}) == (0, 1, 1, 0)  # 2 of 4
    assert outcome(true, found, {1: {"area": 4}}, {5: {}}, mode="corrected") == (1, 0, 0, 0)


def test_pixels_of_void_rows_are_left_out():
    rows, pixels = np.array([0, VOID, 2, 0]), np.array([5, 7, 1, 2])
    assert pixels_per_row(rows, pixels, 4).tolist() == [7, 0, 1, 0]

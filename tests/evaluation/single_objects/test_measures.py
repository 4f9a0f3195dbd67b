"""Overlaps and distances of single frames, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.single_objects.measures import (
    ERRORS,
    NORMALIZED_ERRORS,
    center_errors,
    clipped,
    frame_overlaps,
    share_above,
    share_within,
)


def boxes(*rows):
    return np.array(rows, dtype=np.float64)


@pytest.mark.parametrize(
    ("truth", "found", "iou"),
    [
        ((0, 0, 10, 10), (0, 0, 10, 10), 1),
        ((0, 0, 10, 10), (0, 0, 10, 5), 0.5),
        ((0, 0, 10, 10), (5, 0, 10, 10), 50 / 150),
        ((0, 0, 10, 10), (10, 0, 10, 10), 0),  # they touch
        ((0, 0, 0, 0), (0, 0, 0, 0), 0),
    ],
)
def test_overlap(truth, found, iou):
    assert frame_overlaps(boxes(truth), boxes(found)).tolist() == [iou]
    assert frame_overlaps(boxes(found), boxes(truth)).tolist() == [iou]


def test_a_box_is_cut_behind_the_image_and_pushed_before_it():
    held = boxes((90, 40, 20, 20), (-10, -5, 20, 20), (200, 0, 10, 10), (0, 0, 100, 50))
    assert clipped(held, (100, 50)).tolist() == [
        [90, 40, 10, 10],
        [0, 0, 20, 20],
        [100, 0, 0, 10],
        [0, 0, 100, 50],
    ]


def test_centers_are_those_of_pixels():
    truth, found = boxes((0, 0, 10, 20), (0, 0, 10, 20)), boxes((3, 4, 10, 20), (0, 0, 16, 28))
    assert center_errors(truth, found).tolist() == [5, 5]
    assert center_errors(truth, found, normalized=True) == pytest.approx([np.hypot(0.3, 0.2)] * 2)


def test_a_true_box_of_less_than_a_pixel_counts_as_one():
    away = center_errors(boxes((0, 0, 0.5, 0.5)), boxes((3, 4, 0.5, 0.5)), normalized=True)
    assert away.tolist() == [5]


def test_above_is_strict_and_within_is_not():
    assert share_above(np.array([0.5, 1.0]), np.array([0, 0.5, 1])).tolist() == [1, 0.5, 0]
    assert share_within(np.array([20.0, 20.5]), np.array([19.0, 20, 21])).tolist() == [0, 0.5, 1]


def test_thresholds():
    assert ERRORS.tolist() == list(range(51))
    assert (len(NORMALIZED_ERRORS), NORMALIZED_ERRORS[20], NORMALIZED_ERRORS[-1]) == (51, 0.2, 0.5)

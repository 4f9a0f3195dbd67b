"""Overlaps and distances of single frames, worked out by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from truebox.evaluation.single_objects.measures import (
    ERRORS,
    NORMALIZED_ERRORS,
    center_errors,
    clipped,
    frame_overlaps,
    passing_shares,
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
    assert clipped(held, np.array([100.0, 50.0])).tolist() == [
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
    whole = np.array([0, 2])
    assert passing_shares(np.array([0.5, 1]), whole, np.array([0, 0.5, 1]), above=True).tolist() == [
        [1, 0.5, 0]
    ]
    assert passing_shares(np.array([20, 20.5]), whole, np.array([19.0, 20, 21])).tolist() == [[0, 0.5, 1]]


@pytest.mark.parametrize("above", [True, False])
def test_curves_of_sequences_are_the_means_of_what_passes(above):
    chance = np.random.default_rng(5)
    thresholds = np.linspace(0, 1, 21)
    values = np.round(chance.uniform(-0.1, 1.1, 900), 2)  # many stand on a threshold
    values[::50] = np.nan
    bounds = [0, 1, 40, 333, 900]
    held = passing_shares(values, np.array(bounds), thresholds, above=above)
    for row, (first, last) in zip(held, itertools.pairwise(bounds), strict=True):
        each = values[first:last, None]
        assert row.tolist() == (each > thresholds if above else each <= thresholds).mean(axis=0).tolist()


def test_overlaps_and_errors_are_those_of_the_formulas_in_every_bit():
    chance = np.random.default_rng(6)
    truth = np.column_stack([chance.normal(50, 30, (5000, 2)), chance.gamma(2, 9, (5000, 2))])
    found = truth + chance.normal(0, 6, truth.shape)
    found[:, 2:] = np.abs(found[:, 2:])
    first = np.maximum(truth[:, :2], found[:, :2])
    last = np.minimum(truth[:, :2] + truth[:, 2:], found[:, :2] + found[:, 2:])
    shared = np.maximum(last - first, 0).prod(axis=1)
    union = found[:, 2:].prod(axis=1) + truth[:, 2:].prod(axis=1) - shared
    assert (frame_overlaps(truth, found) == np.clip(shared / (union + 2**-52), 0, 1)).all()
    away = found[:, :2] + (found[:, 2:] - 1) / 2 - (truth[:, :2] + (truth[:, 2:] - 1) / 2)
    assert (center_errors(truth, found) == np.sqrt((away**2).sum(axis=1))).all()
    away /= np.maximum(1, truth[:, 2:])
    assert (center_errors(truth, found, normalized=True) == np.sqrt((away**2).sum(axis=1))).all()


def test_thresholds():
    assert ERRORS.tolist() == list(range(51))
    assert (len(NORMALIZED_ERRORS), NORMALIZED_ERRORS[20], NORMALIZED_ERRORS[-1]) == (51, 0.2, 0.5)

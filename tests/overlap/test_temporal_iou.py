"""Overlap in time, against fractions worked out by hand and against boxes one high."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.overlap import elementwise_temporal_iou, pairwise_iou, pairwise_temporal_iou


def test_numbers_by_hand() -> None:
    found = pairwise_temporal_iou([[0, 10], [5, 5]], [[5, 10], [10, 20], [2, 4], [5, 15]])
    assert found.tolist() == [[0.5, 0.0, 0.2, 1 / 3], [0.0, 0.0, 0.0, 0.0]]


def test_it_is_the_overlap_of_boxes_one_high() -> None:
    rng = np.random.default_rng(0)
    a, b = (np.sort(rng.integers(0, 50, (40, 2)), axis=1) + np.array([0, 1]) for _ in range(2))
    high = [np.insert(s, [1, 2], [0, 1], axis=1).astype(float) for s in (a, b)]
    assert np.array_equal(pairwise_temporal_iou(a, b), pairwise_iou(*high))
    assert np.array_equal(elementwise_temporal_iou(a, b), np.diag(pairwise_temporal_iou(a, b)))


def test_nothing_has_no_overlaps() -> None:
    assert pairwise_temporal_iou([], [[0, 1]]).shape == (0, 1)
    assert elementwise_temporal_iou([], []).shape == (0,)


def test_what_is_no_segment_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"segments_a: expected pairs \[start, end\]"):
        pairwise_temporal_iou([[0, 1, 2]], [[0, 1]])
    with pytest.raises(ArgumentError, match="segments_b: expected pairs"):
        pairwise_temporal_iou([[0, 1]], "no")
    with pytest.raises(InputError, match="segments_b row 1"):
        pairwise_temporal_iou([[0, 1]], [[0, 1], [3, 2]])
    with pytest.raises(InputError, match="segments_a row 0"):
        pairwise_temporal_iou([[0, np.nan]], [[0, 1]])
    with pytest.raises(ArgumentError, match="2 segments for 1"):
        elementwise_temporal_iou([[0, 1]], [[0, 1], [3, 4]])


def test_as_numpy_divides() -> None:
    rng = np.random.default_rng(2)
    a, b = (np.sort(rng.uniform(0, 50, (90, 2)), axis=1) for _ in range(2))
    shared = np.minimum(a[:, None, 1], b[:, 1]) - np.maximum(a[:, None, 0], b[:, 0])
    shared = np.maximum(shared, 0)
    expected = shared / ((a[:, 1] - a[:, 0])[:, None] + (b[:, 1] - b[:, 0]) - shared)
    for given in (a, np.asfortranarray(a), a.tolist()):
        assert np.array_equal(pairwise_temporal_iou(given, b), expected)
        assert np.array_equal(elementwise_temporal_iou(given, b), np.diag(expected))

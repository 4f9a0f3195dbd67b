"""motmetrics 1.4.0, its own ``tests``: ids, distances and values of each frame, as facts.

Distances become similarities that keep their order and sums: 1 - distance / 20, and 0 for none (NaN).
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from given_similarity import evaluate_given

from truebox.overlap import pairwise_iou

NONE = math.nan


def similar(distances, rows, columns):
    array = np.array(distances, float).reshape(rows, columns)
    return np.where(np.isnan(array), 0, 1 - array / 20)


def evaluated(frames):
    true, found = [frame[0] for frame in frames], [frame[1] for frame in frames]
    given = [similar(each, len(a), len(b)) for a, b, each in frames]
    return evaluate_given(true, found, given, rules="motmetrics").metrics


def test_mota_and_motp():
    metrics = evaluated(
        [
            ([], [1, 2], []),
            ([1, 2], [], []),
            ([1, 2], [1, 2], [[1, 0.5], [0.3, 1]]),
            ([1, 2], [1, 2], [[0.2, NONE], [NONE, 0.1]]),
            ([1, 2], [1, 2], [[5, 1], [1, 5]]),  # who was a pair stays one
            ([], [], []),
        ]
    )
    # 4 matches and 2 switches are 6 detections.
    counts = [metrics[name] for name in ("CLR_TP", "CLR_FP", "CLR_FN", "IDSW")]
    assert counts == [6, 2, 2, 2]
    assert metrics["MOTA"] == pytest.approx(1 - (2 + 2 + 2) / 8)
    assert metrics["MOTP"] == pytest.approx(11.1 / 6 / 20)
    assert metrics["Frames"] == 6


def test_switches_of_objects_that_change_partners():
    metrics = evaluated(
        [
            ([], [], []),
            ([1, 2], [1, 2], [[1, 0], [0, 1]]),
            ([1, 2], [1, 2], [[0.4, NONE], [NONE, 0.4]]),
            ([1, 2], [1, 2], [[0, 1], [1, 0]]),
            ([1, 2], [2, 3], [[1, 0], [0.4, 0.7]]),
            ([1, 3], [2, 3], [[1, 0], [0.4, 0.7]]),
            ([], [], []),
        ]
    )
    counts = [metrics[name] for name in ("CLR_TP", "CLR_FP", "CLR_FN", "IDSW")]
    assert counts == [10, 0, 0, 3]
    assert metrics["MOTA"] == pytest.approx(1 - 3 / 10)
    assert metrics["MOTP"] == pytest.approx(1.6 / 10 / 20)


def test_mota_is_no_mean_over_frames():
    """Figure 3 of the paper of CLEAR: 16 of 20 are missed."""
    metrics = evaluated([([1, 2, 3, 4], [], [])] * 4 + [([4], [4], [0])] * 4)
    assert metrics["MOTA"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("true", "found", "published"),
    [
        ([1, 2, 3, 4], [], {"CLR_TP": 0, "CLR_FP": 0, "CLR_FN": 16, "IDTP": 0, "IDFP": 0, "IDFN": 16}),
        ([], [1, 2, 3, 4], {"CLR_TP": 0, "CLR_FP": 16, "CLR_FN": 0, "IDTP": 0, "IDFP": 16, "IDFN": 0}),
    ],
)
def test_an_empty_side(true, found, published):
    metrics = evaluated([(true, found, [])] * 4)
    assert {name: metrics[name] for name in published} == published


def test_overlap_as_a_distance():
    boxes = [[0, 0, 1, 2], [0, 0, 1, 1], [1, 1, 1, 1], [0.5, 0, 1, 1], [0, 1, 1, 1]]
    found = 1 - pairwise_iou([[0, 0, 1, 2]], boxes, box_format="xywh")
    assert found == pytest.approx(np.array([[0, 0.5, 1, 0.8, 0.5]]), abs=1e-15)

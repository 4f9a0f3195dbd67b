"""roboflow/trackers, develop at ef4e0f8, ``test/eval``: ids and similarities of frames, as facts."""

from __future__ import annotations

import numpy as np
import pytest
from given_similarity import evaluate_given

from truebox.errors import ArgumentError
from truebox.overlap import pairwise_ioa, pairwise_iou

EIGHTY = [[1]] * 8 + [[]] * 2
TWENTY = [[1]] * 2 + [[]] * 8


def alone(*values):
    """One truth and one prediction of so much in common in every frame; None where nothing is predicted."""
    return [[[value]] if value is not None else np.empty((1, 0)) for value in values]


SWAPPED = [[[0.8, 0.1], [0.1, 0.8]], [[0.1, 0.8], [0.8, 0.1]]]

# Of every case: ids of truths and of predictions by frame, similarities, and the values.
CLEAR = {
    "perfect": (
        [[0, 1]] * 3,
        [[0, 1]] * 3,
        [[[0.9, 0.1], [0.1, 0.9]], [[0.8, 0.2], [0.2, 0.85]], [[0.85, 0.15], [0.1, 0.9]]],
        {"CLR_TP": 6, "CLR_FN": 0, "CLR_FP": 0, "IDSW": 0, "MT": 2},
    ),
    "nothing predicted": (
        [[0, 1]] * 2,
        [[]] * 2,
        [np.empty((2, 0))] * 2,
        {"CLR_TP": 0, "CLR_FN": 4, "CLR_FP": 0, "IDSW": 0, "ML": 2, "MOTA": 0},
    ),
    "one switch": (
        [[0]] * 3,
        [[10], [20], [20]],
        alone(0.9, 0.8, 0.85),
        {"CLR_TP": 3, "CLR_FN": 0, "CLR_FP": 0, "IDSW": 1, "MT": 1},
    ),
    "three switches": (
        [[0]] * 4,
        [[1], [2], [3], [4]],
        alone(0.9, 0.85, 0.8, 0.75),
        {"CLR_TP": 4, "CLR_FN": 0, "CLR_FP": 0, "IDSW": 3, "MT": 1},
    ),
    "below the threshold": (
        [[0, 1]] * 2,
        [[0, 1]] * 2,
        [[[0.8, 0.1], [0.1, 0.8]], [[0.3, 0.1], [0.1, 0.3]]],
        {"CLR_TP": 2, "CLR_FN": 2, "CLR_FP": 2, "IDSW": 0},
    ),
    "too many": (
        [[0]] * 2,
        [[0, 1, 2]] * 2,
        [[[0.9, 0.1, 0.1]], [[0.85, 0.1, 0.1]]],
        {"CLR_TP": 2, "CLR_FN": 0, "CLR_FP": 4, "IDSW": 0, "MT": 1},
    ),
    "too few": (
        [[0, 1, 2]] * 2,
        [[0]] * 2,
        [[[0.9], [0.1], [0.1]], [[0.85], [0.1], [0.1]]],
        {"CLR_TP": 2, "CLR_FN": 4, "CLR_FP": 0, "IDSW": 0},
    ),
    "crosswise": (
        [[0, 1]],
        [[10, 20]],
        [[[0.3, 0.9], [0.8, 0.2]]],
        {"CLR_TP": 2, "CLR_FN": 0, "CLR_FP": 0, "IDSW": 0},
    ),
    "at the threshold": ([[0]], [[0]], alone(0.5), {"CLR_TP": 1, "CLR_FN": 0, "CLR_FP": 0}),
    "eight of ten frames": ([[0]] * 10, EIGHTY, alone(*[0.9] * 8, None, None), {"MT": 0, "PT": 1, "ML": 0}),
    "two of ten frames": ([[0]] * 10, TWENTY, alone(0.9, 0.9, *[None] * 8), {"MT": 0, "PT": 1, "ML": 0}),
    "a better partner comes along": (
        [[0, 1]] * 2,
        [[10, 20]] * 2,
        [[[0.9, 0.1], [0.1, 0.85]], [[0.7, 0.75], [0.75, 0.7]]],
        {"CLR_TP": 4, "IDSW": 0},
    ),
    "MOTA": (
        [[0, 1]] * 2,
        [[10, 11, 12], [10, 20, 12]],
        [[[0.9, 0.1, 0.1], [0.1, 0.9, 0.1]]] * 2,
        {"CLR_TP": 4, "CLR_FN": 0, "CLR_FP": 2, "IDSW": 1, "MOTA": 0.25},
    ),
    "MOTP": ([[0]] * 3, [[0]] * 3, alone(0.9, 0.8, 0.7), {"CLR_TP": 3, "MOTP": 0.8}),
    "ids with gaps": (
        [[100, 200]] * 2,
        [[1, 2]] * 2,
        [[[0.9, 0.1], [0.1, 0.9]], [[0.85, 0.15], [0.15, 0.85]]],
        {"CLR_TP": 4, "CLR_FN": 0, "IDSW": 0, "MT": 2},
    ),
}


@pytest.mark.parametrize("case", CLEAR)
def test_clear(case):
    true, found, similarity, published = CLEAR[case]
    metrics = evaluate_given(true, found, similarity).metrics
    assert {name: metrics[name] for name in published} == pytest.approx(published)


def test_frames_without_predictions_make_no_fragments_in_strict_mode():
    """They publish Frag 0, as TrackEval has it (quirk M4): the track is resumed twice."""
    case = [[0]] * 5, [[1], [], [1], [], [1]], alone(0.9, None, 0.85, None, 0.8)
    metrics = evaluate_given(*case).metrics
    assert [metrics[name] for name in ("CLR_TP", "CLR_FN", "CLR_FP", "IDSW", "Frag")] == [3, 2, 0, 0, 0]
    assert evaluate_given(*case, mode="corrected").metrics["Frag"] == 2


@pytest.mark.parametrize(
    ("true", "found", "similarity", "published"),
    [
        (
            [[0, 1]] * 2,
            [[]] * 2,
            [np.empty((2, 0))] * 2,
            {"IDTP": 0, "IDFN": 4, "IDFP": 0, "IDF1": 0, "IDR": 0},
        ),
        (
            [[0, 1]] * 2,
            [[10, 20]] * 2,
            [[[0.8, 0], [0, 0.8]]] * 2,
            {"IDTP": 4, "IDFN": 0, "IDFP": 0, "IDF1": 1, "IDR": 1, "IDP": 1},
        ),
        # They ask for 2 and .3 at least.
        ([[0, 1]] * 2, [[10, 20]] * 2, SWAPPED, {"IDTP": 2, "IDFN": 2, "IDFP": 2, "IDF1": 0.5}),
        ([[0]], [[10]], [[[0.3]]], {"IDTP": 0, "IDFN": 1, "IDFP": 1, "IDF1": 0}),
        ([[0, 1, 2]], [[10, 20]], [[[0.8, 0], [0, 0.8], [0, 0]]], {"IDTP": 2, "IDFN": 1, "IDFP": 0}),
        ([[0]], [[10, 20, 30]], [[[0.8, 0, 0]]], {"IDTP": 1, "IDFN": 0, "IDFP": 2}),
        ([[0]] * 3, [[10]] * 3, alone(0.9, 0.85, 0.8), {"IDTP": 3, "IDFN": 0, "IDFP": 0, "IDF1": 1}),
    ],
)
def test_identity(true, found, similarity, published):
    metrics = evaluate_given(true, found, similarity).metrics
    assert {name: metrics[name] for name in published} == pytest.approx(published)


@pytest.mark.parametrize(
    ("true", "found", "similarity", "expected"),
    [
        # Thresholds are .05 to .95: .9 passes 18 of 19, .8 passes 16 and .3 passes 6. They state bounds.
        ([[0, 1]] * 2, [[]] * 2, [np.empty((2, 0))] * 2, {"HOTA": 0, "DetA": 0, "HOTA_FN": 4, "HOTA_FP": 0}),
        (
            [[0, 1]] * 2,
            [[10, 20]] * 2,
            [[[0.9, 0], [0, 0.9]]] * 2,
            {"HOTA": 18 / 19, "DetA": 18 / 19, "AssA": 18 / 19},
        ),
        # Each object has each box in one frame of two: 1 of 3 in common.
        ([[0, 1]] * 2, [[10, 20]] * 2, SWAPPED, {"DetA": 16 / 19, "AssA": 16 / 19 / 3}),
        ([[0]], [[10]], [[[0.3]]], {"HOTA": 6 / 19, "HOTA_TP": 6 / 19}),
        (
            [[0, 1, 2]],
            [[10, 20]],
            [[[0.8, 0], [0, 0.8], [0, 0]]],
            {"HOTA_FN": 1 + 2 * 3 / 19, "DetRe": 2 / 3 * 16 / 19, "DetPr": 16 / 19},
        ),
        # Where nothing is matched LocA counts as 1.
        ([[0]], [[10]], [[[0.8]]], {"HOTA_TP": 16 / 19, "LocA": (0.8 * 16 + 3) / 19}),
    ],
)
def test_hota(true, found, similarity, expected):
    metrics = evaluate_given(true, found, similarity).metrics
    assert {name: metrics[name] for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("a", "b", "box_format", "iou", "ioa"),
    [
        ([[0, 0, 10, 10]], [[5, 0, 15, 10]], "xyxy", [[1 / 3]], [[0.5]]),
        ([[0, 0, 20, 20]], [[5, 5, 15, 15]], "xyxy", [[0.25]], [[0.25]]),
        ([[5, 5, 15, 15]], [[0, 0, 20, 20]], "xyxy", [[0.25]], [[1]]),
        ([[0, 0, 10, 10]], [[10, 10, 20, 20], [20, 20, 30, 30]], "xyxy", [[0, 0]], [[0, 0]]),
        ([[0, 0, 10, 10]], [[5, 0, 10, 10]], "xywh", [[1 / 3]], [[0.5]]),
        ([[5, 5, 5, 5]], [[0, 0, 10, 10]], "xyxy", [[0]], [[0]]),
        ([[1e6, 1e6, 1e6 + 10, 1e6 + 10]], [[1e6, 1e6, 1e6 + 10, 1e6 + 10]], "xyxy", [[1]], [[1]]),
        ([[0, 0, 1e-6, 1e-6]], [[0, 0, 1e-6, 1e-6]], "xyxy", [[1]], [[1]]),
        ([[0, 0, 100, 100]], [[99.9, 99.9, 100, 100]], "xyxy", [[1e-6]], [[1e-6]]),
    ],
)
def test_overlaps(a, b, box_format, iou, ioa):
    assert pairwise_iou(a, b, box_format=box_format) == pytest.approx(np.array(iou), rel=1e-6, abs=1e-12)
    assert pairwise_ioa(a, b, box_format=box_format) == pytest.approx(np.array(ioa), rel=1e-6, abs=1e-12)


def test_an_unknown_format_and_no_boxes():
    assert pairwise_iou(np.empty((0, 4)), [[0, 0, 10, 10]]).shape == (0, 1)
    with pytest.raises(ArgumentError, match="box_format"):
        pairwise_iou([[0, 0, 1, 1]], [[0, 0, 1, 1]], box_format="invalid")

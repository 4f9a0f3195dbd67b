"""Fusion of several models' boxes, by hand; agreement with ensemble-boxes is in tests/parity."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.suppression import FusedBoxes, non_maximum_weighted, weighted_boxes_fusion

A, B, FAR = (0.0, 0.0, 10.0, 10.0), (0.0, 0.0, 10.0, 12.0), (40.0, 40.0, 50.0, 50.0)


def test_a_cluster_becomes_the_mean_weighted_by_score():
    # (.75 * A + .25 * B) / 1; score (.75 + .25) / 2 * min(2, 2) / 2. The lone box: .5 * 1 / 2.
    fused = weighted_boxes_fusion([[A, FAR], [B]], [[0.75, 0.5], [0.25]])
    assert fused.boxes.tolist() == [[0, 0, 10, 10.5], list(FAR)]
    assert fused.scores.tolist() == [0.5, 0.25]
    assert fused.counts.tolist() == [2, 1]
    assert fused.labels.tolist() == [0, 0]


def test_other_labels_are_other_clusters():
    fused = weighted_boxes_fusion([[A], [B]], [[0.75], [0.25]], [[5], [3]])
    assert fused.boxes.tolist() == [list(A), list(B)]
    assert fused.labels.tolist() == [5, 3]


def test_weights_count_a_model_more():
    # Weights 3 and 1: scores .75 and .25 as above from .25 and .25.
    fused = weighted_boxes_fusion([[A], [B]], [[0.25], [0.25]], weights=[3, 1])
    assert fused.boxes.tolist() == [[0, 0, 10, 10.5]]
    assert fused.scores.tolist() == [(0.75 + 0.25) / 2 * 2 / 4]


@pytest.mark.parametrize(
    ("confidence", "together", "alone"),
    [
        ("average", 0.5 * 2 / 3, 0.5 * 1 / 3),
        ("maximum", 0.75, 0.5),
        # (sum of scores / boxes' weights) * present weight / all weight
        ("box_and_model_average", 1 / 2 * 2 / 3, 0.5 * 1 / 3),
        # sum of scores / (boxes' weights + absent weight)
        ("absent_model_aware_average", 1 / 3, 0.5 / 3),
    ],
)
def test_confidences(confidence, together, alone):
    fused = weighted_boxes_fusion([[A, FAR], [B], []], [[0.75, 0.5], [0.25], []], confidence=confidence)
    np.testing.assert_allclose(sorted(fused.scores), sorted([together, alone]), rtol=1e-12)


def test_overflow_is_allowed_only_on_request():
    # One model saw the object three times.
    three, ones = [[A, A, A]], [[1.0, 1.0, 1.0]]
    assert weighted_boxes_fusion(three, ones).scores.tolist() == [1.0]
    assert weighted_boxes_fusion(three, ones, allow_overflow=True).scores.tolist() == [3.0]


def test_strict_sums_in_single_precision_and_corrected_does_not():
    third = (0.0, 0.0, 1 / 3, 1.0)
    strict = weighted_boxes_fusion([[third], [third]], [[0.7], [0.7]])
    corrected = weighted_boxes_fusion([[third], [third]], [[0.7], [0.7]], mode="corrected")
    assert strict.boxes[0, 2] == np.float32(1 / 3)
    np.testing.assert_allclose(corrected.boxes[0, 2], 1 / 3, rtol=1e-15)


def test_a_mean_box_moves_and_takes_in_what_the_first_box_would_not():
    # 0-10, 0-12 and 0-16 high: IoU of the last with the first is .625, with the mean of two (11) .6875.
    tall = (0.0, 0.0, 10.0, 16.0)
    scores = [[0.9], [0.9], [0.1]]
    assert weighted_boxes_fusion([[A], [B], [tall]], scores, iou_threshold=0.65).counts.tolist() == [3]
    assert non_maximum_weighted([[A], [B], [tall]], scores, iou_threshold=0.65).counts.tolist() == [2, 1]


def test_non_maximum_weighted_weighs_by_score_and_overlap():
    # Second box: IoU .8, weight .5 * .8; its score is the best of the group.
    fused = non_maximum_weighted([[A], [(0.0, 0.0, 10.0, 8.0)]], [[0.5], [0.5]], mode="corrected")
    np.testing.assert_allclose(fused.boxes, [[0, 0, 10, (0.5 * 10 + 0.4 * 8) / 0.9]], rtol=1e-14)
    assert fused.scores.tolist() == [0.5]
    assert fused.counts.tolist() == [2]


def test_low_scores_and_boxes_without_area_are_left_out():
    fused = weighted_boxes_fusion([[A, FAR, (1, 1, 1, 9)]], [[0.9, 0.1, 0.9]], score_threshold=0.5)
    assert fused.boxes.tolist() == [list(A)]


def test_equal_scores_keep_the_order_of_the_models():
    fused = weighted_boxes_fusion([[A], [FAR]], [[0.5], [0.5]])
    assert fused.boxes.tolist() == [list(A), list(FAR)]


def test_formats():
    fused = weighted_boxes_fusion([[(40, 40, 10, 10)]], [[1]], box_format="xywh")
    assert fused.boxes.tolist() == [list(FAR)]


@pytest.mark.parametrize("function", [weighted_boxes_fusion, non_maximum_weighted])
def test_nothing_gives_nothing(function):
    for boxes, scores in (([], []), ([[], []], [[], []])):
        fused = function(boxes, scores)
        assert isinstance(fused, FusedBoxes)
        assert fused.boxes.shape == (0, 4)
        assert fused.scores.shape == fused.labels.shape == fused.counts.shape == (0,)


@pytest.mark.parametrize("function", [weighted_boxes_fusion, non_maximum_weighted])
def test_refusals_name_the_model(function):
    with pytest.raises(ArgumentError, match="scores has 1 lists, boxes has 2"):
        function([[A], [B]], [[1]])
    with pytest.raises(ArgumentError, match="labels has 1 lists, boxes has 2"):
        function([[A], [B]], [[1], [1]], [[1]])
    with pytest.raises(InputError, match=r"E-191 boxes\[1\]\[0\]: x_max 1 < x_min 5"):
        function([[A], [(5, 0, 1, 1)]], [[1], [1]])
    with pytest.raises(ArgumentError, match=r"scores\[1\]\[0\] is nan"):
        function([[A], [B]], [[1], [np.nan]])
    with pytest.raises(ArgumentError, match=r"weights has shape \(3,\)"):
        function([[A], [B]], [[1], [1]], weights=[1, 1, 1])
    with pytest.raises(ArgumentError, match=r"weights is \[1.0, 0.0\]"):
        function([[A], [B]], [[1], [1]], weights=[1, 0])


def test_unknown_words_are_refused():
    with pytest.raises(ArgumentError, match="confidence is 'median'; expected one of average"):
        weighted_boxes_fusion([[A]], [[1]], confidence="median")
    with pytest.raises(ArgumentError, match="mode is 'exact'"):
        non_maximum_weighted([[A]], [[1]], mode="exact")


@pytest.mark.parametrize("fuse", [non_maximum_weighted, weighted_boxes_fusion])
def test_boxes_of_score_zero_stay_where_the_first_is(fuse) -> None:
    """Their weights sum to 0, so they have no mean."""
    boxes = [[[0, 0, 0.5, 0.5], [0.125, 0, 0.5, 0.5], [0.625, 0.625, 0.875, 0.875]]]
    fused = fuse(boxes, [[0, 0, 0.5]])
    assert fused.boxes.tolist() == [[0.625, 0.625, 0.875, 0.875], [0, 0, 0.5, 0.5]]
    assert fused.scores.tolist() == [0.5, 0]
    assert fused.counts.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("original", "name"),
    [
        ("avg", "average"),
        ("max", "maximum"),
        ("box_and_model_avg", "box_and_model_average"),
        ("absent_model_aware_avg", "absent_model_aware_average"),
    ],
)
def test_confidences_by_the_names_of_ensemble_boxes(original, name):
    sides = ([[A, FAR], [B], []], [[0.75, 0.5], [0.25], []])
    theirs = weighted_boxes_fusion(*sides, weights=[2, 1, 1], confidence=original)
    ours = weighted_boxes_fusion(*sides, weights=[2, 1, 1], confidence=name)
    assert theirs.scores.tolist() == ours.scores.tolist()

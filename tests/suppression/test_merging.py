"""Non-maximum merging by hand, at its corners, of tensors, and beside supervision."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.errors import ArgumentError, InputError
from truebox.suppression import non_max_merge

# IoU of the first with the second 8/12 = .667, of the second with the third 8/12, of the first with the third
# 6/14 = .43; the fourth lies in the first with IoU .2 and all of its own area.
ROW = [(0, 0, 10, 10), (0, 2, 10, 12), (0, 4, 10, 14), (0, 0, 10, 2)]


@pytest.fixture(params=LIBRARIES)
def tested(request):
    return LIBRARIES[request.param]()


def test_only_what_overlaps_the_best_joins():
    merged = non_max_merge(ROW[:3], [0.9, 0.6, 0.3])
    assert merged.boxes.tolist() == [[0, 0, 10, 12], [0, 4, 10, 14]]
    np.testing.assert_allclose(merged.scores, [0.75, 0.3], rtol=1e-15)
    assert merged.rows.tolist() == [0, 2]
    assert merged.groups.tolist() == [0, 0, 1]
    # From the middle one both are reached.
    middle = non_max_merge(ROW[:3], [0.3, 0.9, 0.6])
    assert middle.boxes.tolist() == [[0, 0, 10, 14]]
    assert middle.rows.tolist() == [1]


def test_a_reached_threshold_is_enough():
    boxes = [(0, 0, 10, 10), (0, 0, 10, 5)]
    assert len(non_max_merge(boxes, [0.9, 0.8], threshold=0.5).boxes) == 1
    assert len(non_max_merge(boxes, [0.9, 0.8], threshold=0.5000001).boxes) == 2


def test_the_smaller_box_as_divisor():
    pair = [ROW[0], ROW[3]]
    assert len(non_max_merge(pair, [0.9, 0.8], overlap="iou").boxes) == 2
    merged = non_max_merge(pair, [0.9, 0.3], overlap="ios", threshold=1)
    assert merged.boxes.tolist() == [[0, 0, 10, 10]]
    # Areas 100 and 20: (100 * .9 + 20 * .3) / 120
    np.testing.assert_allclose(merged.scores, [0.8], rtol=1e-15)


def test_boxes_and_scores_of_a_group():
    pair, scores = ROW[:2], [0.75, 0.25]
    assert non_max_merge(pair, scores, box="weighted_average").boxes.tolist() == [[0, 0.5, 10, 10.5]]
    assert non_max_merge(pair, [0, 0], box="weighted_average").boxes.tolist() == [[0, 1, 10, 11]]
    assert non_max_merge(pair, scores, score="maximum").scores.tolist() == [0.75]
    # No area to weigh by: the highest score.
    flat = non_max_merge([(1, 1, 1, 5), (1, 2, 1, 3)], [0.2, 0.6], threshold=0)
    assert flat.boxes.tolist() == [[1, 1, 1, 5]]
    assert flat.scores.tolist() == [0.6]


def test_labels_keep_apart_and_the_answer_is_sorted():
    # A large weak box draws the first group below the second.
    boxes = [(0, 0, 10, 10), (0, 0, 10, 20), (50, 50, 60, 60), (0, 0, 10, 10)]
    merged = non_max_merge(boxes, [0.9, 0.3, 0.7, 0.1], labels=[4, 4, 4, 7])
    np.testing.assert_allclose(merged.scores, [0.7, 0.5, 0.1], rtol=1e-15)  # (100 * .9 + 200 * .3) / 300
    assert merged.labels.tolist() == [4, 4, 7]
    assert merged.rows.tolist() == [2, 0, 3]
    assert merged.groups.tolist() == [1, 1, 0, 2]


def test_formats_and_nothing():
    merged = non_max_merge([(0, 0, 10, 10), (0, 2, 10, 10)], [0.5, 0.5], box_format="xywh")
    assert merged.boxes.tolist() == [[0, 0, 10, 12]]
    assert non_max_merge([], []).boxes.shape == (0, 4)
    assert non_max_merge([], []).groups.shape == (0,)


def test_refusals():
    with pytest.raises(ArgumentError, match=r"scores\[1\] is -2; expected weights of at least 0"):
        non_max_merge(ROW[:2], [1, -2], box="weighted_average")
    with pytest.raises(ArgumentError, match=r"overlap is 'giou'; expected one of iou, ios"):
        non_max_merge(ROW[:2], [1, 1], overlap="giou")
    with pytest.raises(ArgumentError, match="threshold is 2"):
        non_max_merge(ROW[:2], [1, 1], threshold=2)
    with pytest.raises(InputError, match=r"boxes\[0\]"):
        non_max_merge([(5, 0, 1, 1)], [1])


def scene(count=300):
    chance = np.random.default_rng(8)
    corner, extent = chance.uniform(0, 150, (count, 2)), chance.uniform(5, 60, (count, 2))
    scores = ((chance.permutation(count) + 1) / 1024).astype(np.float32)
    boxes = np.concatenate([corner, corner + extent], axis=1).astype(np.float32)
    return boxes, scores, chance.integers(0, 3, count)


def test_tensors_as_numpy_arrays(tested):
    boxes, scores, labels = scene()
    expected = non_max_merge(boxes, scores, labels=labels)
    found = non_max_merge(tested.array(boxes), tested.array(scores), labels=tested.array(labels))
    for name in ("boxes", "scores"):
        answer = tested.numpy(getattr(found, name))
        assert answer.dtype == np.float32
        assert np.array_equal(answer, getattr(expected, name).astype(np.float32)), name
    for name in ("labels", "rows", "groups"):
        assert type(getattr(found, name)) is type(tested.array(boxes))
        assert tested.numpy(getattr(found, name)).tolist() == getattr(expected, name).tolist(), name


@pytest.mark.parametrize("overlap", ["iou", "ios"])
def test_groups_are_those_of_supervision(overlap):
    supervision = pytest.importorskip("supervision", "0.31")
    boxes, scores, labels = scene()
    given = supervision.Detections(xyxy=boxes, confidence=scores, class_id=labels)
    metric = supervision.detection.utils.iou_and_nms.OverlapMetric.from_value(overlap)
    theirs = given.with_nmm(threshold=0.3, overlap_metric=metric)
    merged = non_max_merge(boxes, scores, labels=labels, overlap=overlap, threshold=0.3)
    assert 10 < len(merged.boxes) < 200
    order = np.argsort(-theirs.confidence, kind="stable")
    np.testing.assert_allclose(merged.boxes, theirs.xyxy[order], rtol=1e-6)
    np.testing.assert_allclose(merged.scores, theirs.confidence[order], rtol=1e-6)
    assert merged.labels.tolist() == theirs.class_id[order].tolist()

"""Greedy suppression: by hand, against its definition, and by the laws it must obey."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.errors import ArgumentError, InputError
from truebox.overlap import elementwise_rotated_iou, pairwise_rotated_iou
from truebox.suppression import diou_nms, nms, nms_from_overlap

THREE = [(0, 0, 10, 10), (1, 0, 11, 10), (20, 20, 30, 30)]


def scattered(seed, count, *, field=1000.0, sizes=(10.0, 100.0), dtype=np.float64):
    rng = np.random.default_rng(seed)
    corner = rng.random((count, 2)) * field
    extent = rng.uniform(*sizes, (count, 2))
    return np.concatenate([corner, corner + extent], axis=1).astype(dtype), rng.permutation(count) / count


def iou_matrix(boxes):
    """The textbook formula, in the dtype of the boxes, nothing cleverer."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    extent = np.maximum(high - low, 0)
    shared = extent[..., 0] * extent[..., 1]
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(shared / ((area[:, None] + area[None]) - shared))


def diou_matrix(boxes):
    """Zheng et al. 2020, equation 6."""
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2
    distance = ((centre[:, None] - centre[None]) ** 2).sum(-1)
    hull = np.maximum(boxes[:, None, 2:], boxes[None, :, 2:]) - np.minimum(
        boxes[:, None, :2], boxes[None, :, :2]
    )
    return iou_matrix(boxes) - distance / (hull**2).sum(-1)


def greedy(measure, scores, threshold, labels=None):
    """The definition: visit by falling score, drop what a kept one covers too much."""
    kept = []
    for row in np.argsort(-np.asarray(scores), kind="stable"):
        rivals = [k for k in kept if labels is None or labels[k] == labels[row]]
        if not any(measure[k, row] > threshold for k in rivals):
            kept.append(int(row))
    return kept


def test_the_second_of_two_overlapping_boxes_goes():
    # IoU of the first two: 90 / 110 = .818
    assert nms(THREE, [0.9, 0.8, 0.7]).tolist() == [0, 2]
    assert nms(THREE, [0.8, 0.9, 0.7]).tolist() == [1, 2]


def test_an_iou_equal_to_the_threshold_stays():
    # IoU exactly 1/2: (0, 0, 2, 1) and (0, 0, 1, 1)
    assert nms([(0, 0, 2, 1), (0, 0, 1, 1)], [0.9, 0.8], iou_threshold=0.5).tolist() == [0, 1]
    assert nms([(0, 0, 2, 1), (0, 0, 1, 1)], [0.9, 0.8], iou_threshold=0.4999).tolist() == [0]


def test_equal_scores_keep_the_order_given():
    assert nms([(0, 0, 10, 10)] * 3, [0.5, 0.5, 0.5]).tolist() == [0]
    apart = [(20 * k, 0, 20 * k + 10, 10) for k in range(40)]
    assert nms(apart, np.zeros(40)).tolist() == list(range(40))
    assert nms(apart, [0.0, -0.0] * 20).tolist() == list(range(40))


def test_only_equal_labels_suppress_each_other():
    assert nms(THREE, [0.9, 0.8, 0.7], labels=[7, -3, 7]).tolist() == [0, 1, 2]
    assert nms(THREE, [0.9, 0.8, 0.7], labels=[2**62, 2**62, -(2**62)]).tolist() == [0, 2]


def test_labels_lose_no_precision_on_large_images():
    # In float32 at 10^7 neighbours are 1 apart; an offset per class would erase these boxes.
    boxes = np.array([(1e7, 1e7, 1e7 + 4, 1e7 + 4), (1e7 + 3, 1e7, 1e7 + 7, 1e7 + 4)], np.float32)
    assert nms(boxes, [0.9, 0.8], labels=[90, 90]).tolist() == [0, 1]


def test_score_threshold_and_max_detections():
    boxes = [(20 * k, 0, 20 * k + 10, 10) for k in range(5)]
    scores = [0.1, 0.9, 0.3, 0.5, 0.7]
    assert nms(boxes, scores, score_threshold=0.3).tolist() == [1, 4, 3, 2]
    assert nms(boxes, scores, max_detections=2).tolist() == [1, 4]
    assert nms(boxes, scores, max_detections=2, labels=[1, 2, 1, 2, 1]).tolist() == [1, 4]
    assert nms(boxes, scores, max_detections=0).tolist() == []


def test_boxes_without_area_always_stay():
    assert nms([(1, 1, 1, 5), (1, 1, 1, 5), (0, 0, 9, 9)], [0.9, 0.8, 0.7], iou_threshold=0).tolist() == [
        0,
        1,
        2,
    ]


def test_nothing_gives_nothing():
    for empty in ([], np.empty((0, 4)), np.empty((0, 4), np.float32)):
        kept = nms(empty, [])
        assert kept.shape == (0,)
        assert kept.dtype == np.int64


@pytest.mark.parametrize("box_format", ["xywh", "cxcywh", "yxyx"])
def test_every_format_gives_the_same_rows(box_format):
    boxes, scores = scattered(1, 400, field=300)
    x0, y0, x1, y1 = boxes.T
    written = {
        "xywh": (x0, y0, x1 - x0, y1 - y0),
        "cxcywh": ((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0),
        "yxyx": (y0, x0, y1, x1),
    }[box_format]
    assert nms(np.stack(written, 1), scores, box_format=box_format).tolist() == nms(boxes, scores).tolist()


def test_inclusive_pixels_count_the_far_corner():
    # 2 x 1 and 1 x 1 pixels: IoU 1/2; continuous, both have no area
    boxes = [(0, 0, 1, 0), (0, 0, 0, 0)]
    assert nms(boxes, [0.9, 0.8], iou_threshold=0.4, pixels="inclusive").tolist() == [0]
    assert nms(boxes, [0.9, 0.8], iou_threshold=0.4).tolist() == [0, 1]


def test_huge_single_precision_boxes_are_compared_in_double_precision():
    # Areas of 10^40 overflow float32; IoU is 1/2 plus a bit.
    boxes = np.array([(0, 0, 1e20, 1e20), (0, 0, 1e20, 0.6e20)], np.float32)
    assert nms(boxes, [0.9, 0.8]).tolist() == [0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("threshold", [0.0, 0.05, 0.3, 0.5, 0.7, 0.95, 1.0])
@pytest.mark.parametrize(
    ("count", "field", "sizes"), [(60, 100, (1, 40)), (900, 400, (5, 60)), (900, 3000, (1, 900))]
)
def test_the_rows_are_those_of_the_definition(count, field, sizes, threshold, dtype):
    # 60 boxes go through the list, 900 through the grid; sizes up to 900 leave its cells behind.
    boxes, scores = scattered(count, count, field=field, sizes=sizes, dtype=dtype)
    assert nms(boxes, scores, iou_threshold=threshold).tolist() == greedy(
        iou_matrix(boxes), scores, threshold
    )


def test_labels_in_many_groups_give_the_rows_of_the_definition():
    boxes, scores = scattered(5, 1500, field=200)
    labels = np.random.default_rng(6).integers(0, 12, 1500)
    expected = greedy(iou_matrix(boxes), scores, 0.4, labels)
    assert nms(boxes, scores, labels=labels, iou_threshold=0.4).tolist() == expected
    assert nms(boxes, scores, labels=labels * 10**15, iou_threshold=0.4).tolist() == expected
    assert nms(boxes, scores, labels=labels.astype(np.uint8), iou_threshold=0.4).tolist() == expected


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("suppress", "limit"), [(nms, "iou_threshold"), (diou_nms, "diou_threshold")])
def test_rows_do_not_depend_on_where_the_picture_begins(suppress, limit, dtype):
    """Whole numbers, which moving does not round; all coordinates below zero, and on both sides of it."""
    chance = np.random.default_rng(4)
    corner = chance.integers(0, 60, (300, 2))
    boxes = np.concatenate([corner, corner + chance.integers(4, 30, (300, 2))], axis=1).astype(dtype)
    scores = chance.permutation(300) / 300
    rows = suppress(boxes, scores, **{limit: 0.4}).tolist()
    assert 10 < len(rows) < 200
    for shift in (-30, -45, -1000, 1000):
        assert suppress(boxes + dtype(shift), scores, **{limit: 0.4}).tolist() == rows


def test_threads_change_nothing():
    boxes, scores = scattered(8, 25_000, field=2000)
    labels = np.random.default_rng(9).integers(0, 5, 25_000)
    one = nms(boxes, scores, labels=labels, threads=1)
    assert np.array_equal(one, nms(boxes, scores, labels=labels, threads=4))
    assert np.array_equal(one, nms(boxes, scores, labels=labels))


@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.5, 0.8])
def test_diou_suppression_follows_its_definition(threshold):
    boxes, scores = scattered(11, 800, field=400)
    assert diou_nms(boxes, scores, diou_threshold=threshold).tolist() == greedy(
        diou_matrix(boxes), scores, threshold
    )


def test_diou_spares_boxes_with_far_centres():
    boxes, scores = (
        [(0, 0, 10, 10), (0, 3, 10, 13)],
        [0.9, 0.8],
    )  # IoU 70/130 = .538, DIoU .538 - 9/269 = .505
    assert nms(boxes, scores, iou_threshold=0.52).tolist() == [0]
    assert diou_nms(boxes, scores, diou_threshold=0.52).tolist() == [0, 1]
    assert diou_nms(boxes, scores, diou_threshold=0.50).tolist() == [0]


def test_a_matrix_of_overlaps_gives_the_rows_of_the_boxes():
    boxes, scores = scattered(12, 500, field=200)
    labels = np.arange(500) % 3
    overlap = iou_matrix(boxes)
    assert np.array_equal(nms_from_overlap(overlap, scores), nms(boxes, scores))
    assert np.array_equal(nms_from_overlap(overlap, scores, labels=labels), nms(boxes, scores, labels=labels))
    few = nms_from_overlap(overlap, scores, threshold=0.2, score_threshold=0.5, max_detections=7)
    assert np.array_equal(few, nms(boxes, scores, iou_threshold=0.2, score_threshold=0.5, max_detections=7))


def test_a_matrix_is_read_from_the_kept_row():
    # Object 1 lies inside object 0; measured by its own area it is covered, the other way round it is not.
    inside = np.array([[1.0, 1.0], [0.1, 1.0]])
    assert nms_from_overlap(inside, [0.9, 0.8]).tolist() == [0]
    assert nms_from_overlap(inside, [0.8, 0.9]).tolist() == [1, 0]


@pytest.mark.parametrize("threshold", [0.1, 0.5])
def test_rotated_boxes_by_their_overlap(threshold):
    rng = np.random.default_rng(8)
    boxes = np.column_stack(
        [rng.uniform(0, 60, (150, 2)), rng.uniform(4, 30, (150, 2)), rng.uniform(0, 180, 150)]
    )
    scores = rng.permutation(150) / 150
    overlap = pairwise_rotated_iou(boxes, boxes, unit="degrees", direction="clockwise")
    kept = []
    for row in np.argsort(-scores):  # the greedy rule, written down
        pairs = [[boxes[row]] * len(kept), boxes[kept]]
        if (
            not kept
            or elementwise_rotated_iou(*pairs, unit="degrees", direction="clockwise").max() <= threshold
        ):
            kept.append(row)
    assert nms_from_overlap(overlap, scores, threshold=threshold).tolist() == kept
    assert 10 < len(kept) < 150


def test_rotated_boxes_without_rotation_are_boxes():
    boxes, scores = scattered(9, 200, field=200)
    center = np.column_stack([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2], np.zeros(200)])
    overlap = pairwise_rotated_iou(center, center, unit="degrees", direction="clockwise")
    assert nms_from_overlap(overlap, scores).tolist() == nms(boxes, scores).tolist()


whole = st.integers(0, 60)
some_boxes = st.lists(
    st.tuples(whole, whole, st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=40
)
thresholds = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.75, 1.0])


@given(some_boxes, thresholds, st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_laws(sizes, threshold, random):
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h in sizes], float)
    count = len(boxes)
    scores = np.array(random.sample(range(1000), count)) / 1000
    kept = nms(boxes, scores, iou_threshold=threshold)
    # By falling score, the best among them.
    assert (np.diff(scores[kept]) < 0).all()
    assert kept[0] == scores.argmax()
    # Idempotent.
    assert nms(boxes[kept], scores[kept], iou_threshold=threshold).tolist() == list(range(len(kept)))
    # The order of the rows does not matter where no scores are equal.
    shuffle = np.array(random.sample(range(count), count))
    assert shuffle[nms(boxes[shuffle], scores[shuffle], iou_threshold=threshold)].tolist() == kept.tolist()
    # Moving and scaling by powers of two changes no bit of an IoU.
    assert nms(boxes * 4 + 64, scores, iou_threshold=threshold).tolist() == kept.tolist()
    # Nothing kept is covered by something kept; everything dropped is.
    overlap = iou_matrix(boxes)
    assert (np.triu(overlap[np.ix_(kept, kept)], 1) <= threshold).all()
    for row in set(range(count)) - set(kept.tolist()):
        assert any(overlap[k, row] > threshold and scores[k] > scores[row] for k in kept)


@pytest.mark.parametrize("function", [nms, diou_nms])
def test_refusals_name_the_row(function):
    with pytest.raises(InputError, match=r"E-190 boxes\[1\]: x_min is nan"):
        function([(0, 0, 1, 1), (np.nan, 0, 1, 1)], [1, 1])
    with pytest.raises(ArgumentError, match=r"scores\[1\] is nan"):
        function([(0, 0, 1, 1), (0, 0, 1, 1)], [1, np.nan])
    with pytest.raises(InputError, match=r"E-191 boxes\[0\].*box_format='xywh'"):
        function([(30, 40, 10, 20)], [1])


def test_thresholds_out_of_range_are_refused():
    with pytest.raises(ArgumentError, match=r"iou_threshold is 1\.5"):
        nms(THREE, [1, 1, 1], iou_threshold=1.5)
    with pytest.raises(ArgumentError, match="diou_threshold is -1"):
        diou_nms(THREE, [1, 1, 1], diou_threshold=-1)
    with pytest.raises(ArgumentError, match="threshold is nan"):
        nms_from_overlap(np.eye(3), [1, 1, 1], threshold=float("nan"))

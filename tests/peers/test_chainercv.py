"""chainercv, master at 7159616: its tests of overlap, suppression, masks and PASCAL VOC, as facts.

Of ``bbox_tests``, ``mask_tests`` and ``test_eval_detection_voc.py``. Its boxes are ``y, x, y, x``,
widths are differences: no pixel is added.
"""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.masks import mask_to_box
from truebox.overlap import pairwise_iou, pairwise_mask_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

ONE = [[0, 0, 8, 8]]
THREE = [[3, 5, 10, 12], [9, 10, 11, 12], [0, 0, 8, 8]]


def test_overlap():
    published = [[(5 * 3) / (8 * 8 + 7 * 7 - 5 * 3), 0, 1]]
    assert pairwise_iou(ONE, THREE).tolist() == published
    assert pairwise_iou(THREE, ONE).T.tolist() == published
    assert pairwise_iou(np.zeros((0, 4)), [[0, 0, 1, 1]]).shape == (0, 1)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([[0, 0, 8]], [[1, 1, 9, 9]]),
        ([[0, 0, 8, 0, 1]], [[1, 1, 9, 9]]),
        ([[0, 0, 8, 8]], [[1, 1, 9]]),
        ([[0, 0, 8, 8]], [[1, 1, 9, 9, 10]]),
    ],
)
def test_boxes_of_other_lengths_are_refused(a, b):
    with pytest.raises(ArgumentError):
        pairwise_iou(a, b)


@pytest.mark.parametrize(
    ("threshold", "kept"), [(1, [0, 1, 2, 3]), (0.5, [0, 1, 3]), (0.3, [0, 2, 3]), (0.2, [0, 3])]
)
def test_suppression(threshold, kept):
    """Overlaps with the first: 9/23, 6/26, 0; at a limit of 0 theirs lets a touching box go, not ours."""
    boxes = [[0, 0, 4, 4], [1, 1, 5, 5], [2, 1, 6, 5], [4, 0, 8, 4]]
    assert tb.nms(boxes, [4, 3, 2, 1], iou_threshold=threshold).tolist() == kept
    assert tb.nms(boxes, [4, 3, 2, 1], iou_threshold=0).tolist() == [0, 3]


def test_masks():
    rows = [[[0, 0], [1, 1]], [[1, 1], [0, 0]], [[1, 0], [1, 1]], [[1, 1], [0, 1]]]
    masks = np.array(rows, dtype=bool)
    found = pairwise_mask_iou(masks[:2], masks)
    assert found.tolist() == [[1, 0, 2 / 3, 1 / 4], [0, 1, 1 / 4, 2 / 3]]


def sides(true, found):
    """Each image: boxes y, x, y, x with their labels; found ones with scores."""
    truth = [
        {"boxes": np.array(boxes, float)[:, [1, 0, 3, 2]], "labels": labels} | more
        for boxes, labels, more in true
    ]
    return truth, [
        {"boxes": np.array(boxes, float)[:, [1, 0, 3, 2]], "labels": labels, "scores": scores}
        for boxes, labels, scores in found
    ]


TRUE = [([[0, 0, 1, 1], [1, 0, 4, 4]], [0, 0], {}), ([[2, 2, 3, 3]], [2], {})]
FOUND = [
    ([[0, 4, 1, 5], [0, 0, 1, 1]], [0, 0], [1, 0.9]),
    ([[0, 0, 2, 2], [2, 2, 3, 3], [5, 5, 7, 7]], [0, 2, 2], [0.7, 0.6, 0.8]),
]


@pytest.mark.parametrize(("protocol", "published"), [("voc", (0.25, 0.5)), ("voc2007", (0.5 / 11 * 6, 0.5))])
def test_average_precision(protocol, published):
    """Precision 0, 1/2, 1/3 at recall 0, 1/2, 1/2 of one class, 0, 1/2 at 0, 1 of the other."""
    result = tb.evaluate(*sides(TRUE, FOUND), protocol=protocol, iou_thresholds=[0.4], fit_test=False)
    assert tuple(each.metrics["AP"] for each in result.per_class) == pytest.approx(published, abs=1e-15)
    assert [each.metrics["AR"] for each in result.per_class] == [0.5, 1]


def test_a_class_of_difficult_objects_has_no_precision():
    """Its precision is 0 / 0 there, "not a number"; here undefined with a reason."""
    true = [TRUE[0], ([[2, 2, 3, 3]], [2], {"ignore": [1]})]
    found = [FOUND[0], ([[0, 0, 2, 2], [2, 2, 3, 3], [2, 2, 3, 3]], *FOUND[1][1:])]
    result = tb.evaluate(*sides(true, found), protocol="voc", iou_thresholds=[0.4], fit_test=False)
    assert [each.metrics["AP"] for each in result.per_class] == [0.25, None]


@pytest.mark.parametrize(("threshold", "ap"), [(0.5, 1 / 3), (0.97, 0)])
def test_the_exact_box_is_found_last(threshold, ap):
    """Precision 0, 0, 1/3 at recall 0, 0, 1: the best overlap is .9, and no other reaches a half."""
    true = [([[0, 0, 1, 0.9]], [0], {})]
    found = [([[0, 0, 1, 1], [0, 0, 2, 2], [0.3, 0.3, 0.5, 0.5]], [0, 0, 0], [0.8, 0.9, 1])]
    result = tb.evaluate(*sides(true, found), protocol="voc", iou_thresholds=[threshold], fit_test=False)
    assert result.metrics["AP"] == pytest.approx(ap, abs=1e-15)
    true = [([[0, 0, 1, 0.9], [1, 1, 2, 2]], [0, 0], {"ignore": [0, 1]})]
    result = tb.evaluate(*sides(true, found), protocol="voc", iou_thresholds=[threshold], fit_test=False)
    assert result.metrics["AP"] == pytest.approx(ap, abs=1e-15)


@pytest.mark.parametrize(
    ("mask", "published"),
    [
        ([[0, 0, 0, 0], [0, 1, 1, 1], [0, 1, 1, 1]], (1, 1, 3, 4)),
        ([[0, 0], [0, 1]], (1, 1, 2, 2)),
        ([[1, 0], [0, 1]], (0, 0, 2, 2)),
        ([[0, 0], [0, 0]], (0, 0, 0, 0)),
    ],
)
def test_boxes_of_masks(mask, published):
    top, left, bottom, right = published
    assert mask_to_box(np.array([mask], dtype=bool)).tolist() == [[left, top, right - left, bottom - top]]

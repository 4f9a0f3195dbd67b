"""powerboxes, main at bb94719, tests inside ``powerboxesrs/src``: its boxes and distances, as facts.

A distance there is 1 - overlap. Those of DIoU and CIoU are wrong in every published case but that of equal
boxes: they do not grow with the share of the diagonal. What the papers define stands beside them.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from truebox.boxes import box_area, convert_boxes, enclosing_boxes, remove_small
from truebox.masks import mask_to_box
from truebox.overlap import (
    pairwise_ciou,
    pairwise_diou,
    pairwise_giou,
    pairwise_iou,
    pairwise_rotated_giou,
    pairwise_rotated_ioa,
    pairwise_rotated_iou,
)
from truebox.suppression import nms, rotated_nms

TURNS = {"unit": "degrees", "direction": "clockwise"}
FIRST, SECOND = [[0, 0, 3, 3], [1, 1, 4, 4]], [[2, 2, 5, 5], [3, 3, 6, 6]]


def exact_diou_distance(a, b):
    """One less IoU, and the squared distance of centers over the squared diagonal round both."""
    a, b = ([Fraction(value) for value in box] for box in (a, b))
    width = max(Fraction(0), min(a[2], b[2]) - max(a[0], b[0]))
    height = max(Fraction(0), min(a[3], b[3]) - max(a[1], b[1]))
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    iou = width * height / (areas - width * height)
    apart = sum(((a[k] + a[k + 2]) / 2 - (b[k] + b[k + 2]) / 2) ** 2 for k in (0, 1))
    diagonal = sum((max(a[k + 2], b[k + 2]) - min(a[k], b[k])) ** 2 for k in (0, 1))
    return 1 - iou + apart / diagonal


@pytest.mark.parametrize(
    ("first", "second", "published"),
    [
        ([0, 0, 2, 2], [1, 1, 3, 3], 0.8571428571428572),
        ([0, 0, 2, 2], [3, 3, 4, 4], 1),
        ([2.5, 2.5, 3, 3], [1, 1, 3, 3], 0.9375),
        ([0, 0, 2, 2], [0, 0, 2, 2], 0),
    ],
)
def test_iou(first, second, published):
    assert 1 - pairwise_iou([first], [second])[0, 0] == pytest.approx(published, abs=1e-15)


def test_giou():
    published = [[1.2611764705882353, 1.5], [0.8392857142857143, 1.2611764705882353]]
    assert 1 - pairwise_giou(FIRST, SECOND) == pytest.approx(np.array(published), abs=1e-15)


@pytest.mark.parametrize(
    ("first", "second", "published"),
    [
        ([0, 0, 2, 2], [1, 1, 3, 3], 1.8571428571428572),
        ([0, 0, 2, 2], [3, 3, 4, 4], 1),
        ([2.5, 2.5, 3, 3], [1, 1, 3, 3], 3.187499999999999),
        ([0, 0, 2, 2], [0, 0, 2, 2], 0),
    ],
)
def test_diou_is_the_exact_one_where_theirs_is_not(first, second, published):
    found = 1 - pairwise_diou([first], [second])[0, 0]
    exact = exact_diou_distance(first, second)
    assert found == pytest.approx(float(exact), abs=1e-15)
    assert (abs(found - published) < 1e-9) == (first == second)


def test_ciou_of_squares_is_diou_where_theirs_is_one():
    first, second = [0, 0, 2, 2], [3, 3, 4, 4]
    # Centers (1, 1) and (3.5, 3.5) in a square of side 4: 12.5 of 32 beyond 1, which is published.
    assert exact_diou_distance(first, second) == 1 + Fraction(25, 64)
    assert 1 - pairwise_ciou([first], [second])[0, 0] == pytest.approx(1 + 12.5 / 32, abs=1e-15)
    assert pairwise_ciou([first], [first])[0, 0] == 1


def test_share_of_the_enclosing_box():
    """Their ``tiou_distance`` is 1 less the smaller area over that of the box that holds both."""
    rotated = np.array([[0, 0, 3, 3, 20], [1, 1, 4, 4, 19], [2, 2, 5, 5, 0], [3, 3, 6, 6, 20]], float)
    upright = np.array([*FIRST, *SECOND], float)
    for boxes, areas, published in (
        (upright, box_area(upright), [[0.64, 0.75], [0.4375, 0.64]]),
        (
            enclosing_boxes(rotated, **TURNS),
            rotated[:, 2] * rotated[:, 3],
            [[0.7818149787949012, 0.8829233169330242], [0.561738213456193, 0.7725560385451797]],
        ),
    ):
        low, high = (
            np.minimum(boxes[:2, None, :2], boxes[2:, :2]),
            np.maximum(boxes[:2, None, 2:], boxes[2:, 2:]),
        )
        found = 1 - np.minimum(areas[:2, None], areas[2:]) / (high - low).prod(axis=2)
        assert found == pytest.approx(np.array(published), abs=1e-14)


def test_rotated_boxes():
    first, second = [[10, 15, 15, 10, 30]], [[15, 15, 20, 10, 0]]
    assert pairwise_rotated_ioa(first, second, **TURNS)[0, 0] * 150 == pytest.approx(
        110.17763185469022, abs=1e-11
    )
    assert pairwise_rotated_ioa(first, [[150, 150, 20, 10, 0]], **TURNS)[0, 0] == 0
    squares = [[5, 5, 2, 2, 0]], [[4, 4, 2, 2, 0]]
    assert pairwise_rotated_iou(*squares, **TURNS)[0, 0] == pytest.approx(1 / 7, abs=1e-15)


def test_rotated_giou_takes_the_convex_hull():
    """Theirs takes the upright box that holds both, 9, and publishes 1.0793650793650793 = 1 - 1/7 + 2/9."""
    found = pairwise_rotated_giou([[5, 5, 2, 2, 0]], [[4, 4, 2, 2, 0]], **TURNS)[0, 0]
    assert found == pytest.approx(1 / 7 - (8 - 7) / 8, abs=1e-15)


def test_conversion():
    corners = np.array([[10, 20, 30, 40], [75, 25, 100, 200], [100, 100, 101, 101]], float)
    sizes = [[10, 20, 20, 20], [75, 25, 25, 175], [100, 100, 1, 1]]
    centers = [[20, 30, 20, 20], [87.5, 112.5, 25, 175], [100.5, 100.5, 1, 1]]
    given = {"xyxy": corners.tolist(), "xywh": sizes, "cxcywh": centers}
    for source, before in given.items():
        for target, after in given.items():
            assert convert_boxes(np.array(before, float), source, target).tolist() == after


def test_areas_and_small_boxes():
    boxes = np.array([[1, 2, 3, 4], [0, 0, 10, 10], [1, 2, 1, 2], [-1, -1, 1, 1]], float)
    assert box_area(boxes).tolist() == [4, 100, 0, 4]
    assert remove_small(boxes[:2], min_size=10).tolist() == [1]


def test_boxes_of_masks_are_theirs_and_one_further():
    """Theirs name the last pixel, ours the edge behind it."""
    masks = np.zeros((3, 2, 3), bool)
    masks[0, 0], masks[1, 1], masks[2, 1, 2] = True, True, True
    published = np.array([[0, 0, 2, 0], [0, 1, 2, 1], [2, 1, 2, 1]]) + np.array([0, 0, 1, 1])
    assert convert_boxes(mask_to_box(masks), "xywh", "xyxy").tolist() == published.tolist()


def test_suppression():
    boxes = [
        [184.68927598, 850.65932762, 201.47437531, 866.02327337],
        [185.68927598, 851.65932762, 200.47437531, 865.02327337],
        [875.33814954, 706.46958933, 902.14487263, 737.14697788],
        [874.33814954, 703.46958933, 901.14487263, 732.14697788],
        [277.71729109, 744.81869575, 308.13768447, 777.11413807],
        [275.71729109, 740.81869575, 310.13768447, 765.11413807],
    ]
    assert nms(boxes, [0.9, 0.8, 0.7, 0.6, 0.5, 0.4], iou_threshold=0.5).tolist() == [0, 2, 4]
    near = [[0, 0, 2, 2], [1, 1, 3, 3]]
    assert nms(near, [0, 0], iou_threshold=0.5, score_threshold=1).tolist() == []
    assert nms(near, [0, 1], iou_threshold=0.5, score_threshold=0.5).tolist() == [1]
    assert nms(near, [1, 1], iou_threshold=0.8).tolist() == [0, 1]


def test_suppression_of_rotated_boxes():
    boxes = [[1, 2, 10, 5, 45], [0, 1, 9, 4, 30], [10, 20, 5, 8, -45]]
    assert rotated_nms(boxes, [0.9, 0.8, 0.7], iou_threshold=0.5, **TURNS).tolist() == [0, 2]
    near = [[0, 0, 2, 2, 10], [1, 1, 3, 3, 45]]
    assert rotated_nms(near, [1, 1], iou_threshold=0.8, **TURNS).tolist() == [0, 1]

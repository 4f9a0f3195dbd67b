"""detectron2, main at 02b5c4e, ``tests/structures/test_boxes.py`` and ``test_masks.py``, as facts."""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.boxes import convert_boxes, enclosing_boxes
from truebox.masks import mask_to_box, polygons_to_masks
from truebox.overlap import pairwise_ioa, pairwise_iou

ONE = [[0, 0, 1, 1]] * 2
PARTS = [
    [0, 0, 1, 1],
    [0, 0, 0.5, 1],
    [0, 0, 1, 0.5],
    [0, 0, 0.5, 0.5],
    [0.5, 0.5, 1, 1],
    [0.5, 0.5, 1.5, 1.5],
]


def test_overlap():
    assert pairwise_iou(ONE, PARTS) == pytest.approx(np.array([[1, 0.5, 0.5, 0.25, 0.25, 0.25 / 1.75]] * 2))
    # Their share is of the second box.
    assert pairwise_ioa(PARTS, ONE).T.tolist() == [[1, 1, 1, 1, 1, 0.25]] * 2


def test_upright_boxes_round_rotated_ones():
    boxes = [[50, 50, 30, 20, 0], [50, 50, 30, 20, 90], [1, 1, math.sqrt(2), math.sqrt(2), -45]]
    published = np.array([[35, 40, 65, 60], [40, 35, 60, 65], [0, 0, 2, 2]])
    for direction in ("clockwise", "counterclockwise"):
        found = enclosing_boxes(boxes, unit="degrees", direction=direction)
        assert found == pytest.approx(published, abs=1e-12)


def test_centers():
    given = np.array([[30, 40, 70, 60], [30, 40, 60, 70], [-1, -1, 2, 2]], float)
    assert convert_boxes(given, "xywh", "cxcywh").tolist() == [
        [65, 70, 70, 60],
        [60, 75, 60, 70],
        [0, 0, 2, 2],
    ]


def test_boxes_of_masks_and_back():
    masks = np.array(
        [
            [[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 0], [0, 1, 1, 0]],
            [[0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 0]],
            [[0] * 4] * 4,
        ],
        bool,
    )
    published = [[1, 0, 4, 4], [1, 1, 3, 4], [0, 0, 0, 0]]
    assert convert_boxes(mask_to_box(masks), "xywh", "xyxy").tolist() == published
    outlines = [[[x0, y0, x1, y0, x1, y1, x0, y1]] for x0, y0, x1, y1 in published[:2]]
    again = mask_to_box(polygons_to_masks(outlines, (4, 4)))
    assert convert_boxes(again, "xywh", "xyxy").tolist() == published[:2]

"""detectron2, main at 3d3e664, ``tests/structures/test_rotated_boxes.py``: its cases and values, as facts.

Angles there are degrees counterclockwise.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.boxes import normalize_angles
from truebox.overlap import pairwise_rotated_iou

DEGREES = {"unit": "degrees", "direction": "counterclockwise"}
UNIT = [0.5, 0.5, 1, 1, 0]


@pytest.mark.parametrize(
    ("first", "second", "published"),
    [
        (UNIT, [0.25, 0.5, 0.5, 1, 0], 0.5),
        (UNIT, [0.5, 0.25, 1, 0.5, 0], 0.5),
        (UNIT, [0.25, 0.25, 0.5, 0.5, 0], 0.25),
        (UNIT, [0.75, 0.75, 0.5, 0.5, 0], 0.25),
        (UNIT, [1, 1, 1, 1, 0], 0.25 / 1.75),
        ([565, 565, 10, 10, 0], [565, 565, 10, 8.3, 0], 0.83),
        ([1, 1, math.sqrt(2), math.sqrt(2), 45], [1, 1, 2, 2, 0], 0.5),
        ([1, 1, 2 * math.sqrt(2), 2 * math.sqrt(2), -45], [1, 1, 2, 2, 0], 0.5),
        ([5, 5, 10, 6, 55], [5, 5, 10, 6, -35], 36 / 84),
        (
            [299.5, 417.370422, 600, 364.259186, 27.1828],
            [299.5, 417.370422, 600, 364.259155, 27.1828],
            364.259155 / 364.259186,
        ),
        ([3, 3, 8, 2, -45], [6, 0, 8, 2, -45], 0),
        ([160, 153, 230, 23, -37], [190, 127, 80, 21, -46], 0),
    ],
)
def test_overlap_of_rotated_boxes(first, second, published):
    assert pairwise_rotated_iou([first], [second], **DEGREES)[0, 0] == pytest.approx(published, abs=1e-9)


def test_a_box_as_far_as_numbers_go():
    far = [-1.117407639806935e17, 1.3858420478349148e18, 1000.0000610351562, 1000.0000610351562, 1612]
    assert pairwise_rotated_iou([[160, 153, 230, 23, -37]], [far], **DEGREES).tolist() == [[0]]


def test_angles_of_a_full_turn():
    angles = np.array([-1800.0, -181, -180, 0, 179.5, 180, 1799])
    boxes = np.column_stack([np.ones((7, 4)), angles])
    found = normalize_angles(boxes, unit="degrees", within="full")
    assert found[:, 4].tolist() == [0, 179, -180, 0, 179.5, -180, -1]
    assert found[:, :4].tolist() == boxes[:, :4].tolist()

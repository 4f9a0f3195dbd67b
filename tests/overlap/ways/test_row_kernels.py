"""`pairwise_rotated_iou_3d` and `elementwise_rotated_iou_3d`."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox.errors import ArgumentError, InputError
from truebox.overlap import (
    elementwise_iou_3d,
    elementwise_rotated_iou_3d,
    pairwise_rotated_iou,
    pairwise_rotated_iou_3d,
)

MAP = {"unit": "degrees", "direction": "counterclockwise"}


def upright(count: int, seed: int) -> np.ndarray:
    flat = random_rotated(count, seed, 20.0)
    chance = np.random.default_rng(seed)
    return np.column_stack(
        [flat[:, :2], chance.uniform(0, 5, count), flat[:, 2:4], chance.uniform(1, 5, count), flat[:, 4]]
    )


def test_seen_from_above_times_the_common_height():
    a, b = upright(60, 1), upright(50, 2)
    flat = [0, 1, 3, 4, 6]
    # On a map y points up: the same numbers on an image turn the other way.
    iou = pairwise_rotated_iou(a[:, flat], b[:, flat], unit="degrees", direction="clockwise")
    areas = (a[:, 3] * a[:, 4])[:, None] + b[:, 3] * b[:, 4]
    shared = iou * areas / (1 + iou)
    low = np.maximum((a[:, 2] - a[:, 5] / 2)[:, None], b[:, 2] - b[:, 5] / 2)
    high = np.minimum((a[:, 2] + a[:, 5] / 2)[:, None], b[:, 2] + b[:, 5] / 2)
    volume = shared * np.maximum(high - low, 0)
    expected = volume / (a[:, 3:6].prod(axis=1)[:, None] + b[:, 3:6].prod(axis=1) - volume)
    found = pairwise_rotated_iou_3d(a, b, **MAP)
    assert found == pytest.approx(expected, abs=1e-13)
    assert (found > 0).mean() > 0.1
    rows = elementwise_rotated_iou_3d(a[:50], b, **MAP)
    assert rows == pytest.approx(np.diag(found), abs=1e-15)


def test_without_rotation_it_is_the_iou_of_corners():
    a, b = upright(80, 3), upright(80, 4)
    a[:, 6] = b[:, 6] = 0
    corners = [
        np.concatenate([box[:, :3] - box[:, 3:6] / 2, box[:, :3] + box[:, 3:6] / 2], axis=1) for box in (a, b)
    ]
    assert elementwise_rotated_iou_3d(a, b, **MAP) == pytest.approx(elementwise_iou_3d(*corners), abs=1e-13)


def test_a_box_with_itself_and_boxes_that_touch():
    boxes = upright(100, 5)
    assert set(elementwise_rotated_iou_3d(boxes, boxes, **MAP)) == {1.0}
    above = [[0, 0, 0, 4, 2, 2, 30]], [[0, 0, 2, 4, 2, 2, 30]]
    assert elementwise_rotated_iou_3d(*above, **MAP).tolist() == [0.0]
    flat = [[0, 0, 0, 4, 2, 0, 30]]
    assert elementwise_rotated_iou_3d(flat, flat, **MAP).tolist() == [0.0]


def test_counterclockwise_from_above_turns_x_toward_y():
    bar, spot = [[0, 0, 0, 10, 1, 1, 45]], [[3, 3, 0, 0.5, 0.5, 1, 0]]
    assert pairwise_rotated_iou_3d(bar, spot, **MAP)[0, 0] > 0
    assert pairwise_rotated_iou_3d(bar, spot, unit="degrees", direction="clockwise")[0, 0] == 0


def test_what_is_refused():
    with pytest.raises(ArgumentError, match=r"expected \[N, 7\]: cx, cy, cz, length, width, height, angle"):
        pairwise_rotated_iou_3d([[0, 0, 1, 1, 0]], [], **MAP)
    with pytest.raises(InputError, match=r"E-192 boxes_b\[0\]: height -1"):
        pairwise_rotated_iou_3d([], [[0, 0, 0, 1, 1, -1, 0]], **MAP)
    with pytest.raises(ArgumentError, match="boxes_a has 1 boxes"):
        elementwise_rotated_iou_3d([[0, 0, 0, 1, 1, 1, 0]], [], **MAP)

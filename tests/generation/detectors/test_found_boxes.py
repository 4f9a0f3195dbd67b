"""Boxes near objects and off them."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.generation import make_dataset
from truebox.generation.chance import Chance
from truebox.generation.detectors.found_boxes import box_near, box_off, inside
from truebox.generation.scenes.overlap_of_boxes import iou_of

SIZE = (640, 480)


@pytest.fixture(scope="module")
def boxes() -> np.ndarray:
    return make_dataset(200, 3, box_decimals=2, seed=4)[0].boxes


def test_near_boxes_are_near_however_strong_the_noise(boxes: np.ndarray) -> None:
    near, iou = box_near(boxes, np.full(len(boxes), 0.8), SIZE, Chance(1))
    assert iou[boxes[:, 2:].min(axis=1) > 3].min() >= 0.55
    np.testing.assert_array_equal(iou, iou_of(near, boxes))


def test_less_jitter_is_nearer(boxes: np.ndarray) -> None:
    means = [
        box_near(boxes, np.full(len(boxes), jitter), SIZE, Chance(1))[1].mean() for jitter in (0.02, 0.1)
    ]
    assert means[0] > means[1] + 0.1


def test_off_boxes_say_whether_they_are_off(boxes: np.ndarray) -> None:
    off, iou, possible = box_off(boxes, SIZE, Chance(1))
    assert possible.mean() > 0.8
    actual = iou_of(off, boxes)
    np.testing.assert_array_equal(possible, (actual >= 0.1) & (actual <= 0.48))
    np.testing.assert_array_equal(iou, actual)


def test_inside_cuts_and_keeps_a_pixel() -> None:
    cut = inside(np.array([[-5.0, -5, 20, 20], [700, 500, 5, 5], [10, 10, -3, 0.2]]), SIZE)
    assert cut.tolist() == [[0, 0, 15, 15], [639, 479, 1, 1], [10, 10, 1, 1]]

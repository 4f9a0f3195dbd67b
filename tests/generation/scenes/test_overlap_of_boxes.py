"""Covers and IoU against pycocotools."""

from __future__ import annotations

import numpy as np
from pycocotools import mask as reference

from truebox.generation import make_dataset
from truebox.generation.scenes.overlap_of_boxes import cover_of, iou_of


def test_iou_is_the_reference_s() -> None:
    truth, predictions = make_dataset(10, 3, seed=2)
    a, b = predictions.boxes, truth.boxes
    expected = reference.iou(a, b, [0] * len(b))
    np.testing.assert_allclose(iou_of(a[:, None], b[None]), expected, rtol=1e-12)


def test_cover_is_the_larger_of_both_crowd_overlaps() -> None:
    truth, predictions = make_dataset(10, 3, seed=2)
    a, b = predictions.boxes, truth.boxes
    of_a = reference.iou(a, b, [1] * len(b))
    of_b = reference.iou(b, a, [1] * len(a)).T
    np.testing.assert_allclose(cover_of(a[:, None], b[None]), np.maximum(of_a, of_b), rtol=1e-12)


def test_boxes_of_no_size_overlap_nothing() -> None:
    nothing = np.zeros(4)
    assert iou_of(nothing, nothing) == 0
    assert cover_of(nothing, np.array([0.0, 0, 5, 5])) == 0

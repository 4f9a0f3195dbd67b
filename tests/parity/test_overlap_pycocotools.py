"""Against pycocotools 2.0.11: bit-identical in float64 xywh, crowds included, but never above 1."""

from __future__ import annotations

import numpy as np
import pytest
from overlap_samples import random_boxes

from truebox.boxes import convert_boxes
from truebox.overlap import elementwise_iou, iou, pairwise_ioa, pairwise_iou

reference = pytest.importorskip("pycocotools.mask")


def sizes(count: int, seed: int) -> np.ndarray:
    boxes = convert_boxes(random_boxes(count, seed), "xyxy", "xywh")
    return np.concatenate([boxes, random_boxes(count, seed)[:, :2].round(2).repeat(2, axis=1).clip(0)])


@pytest.mark.parametrize("seed", range(8))
def test_iou_is_bit_identical(seed):
    detections, truths = sizes(60, seed), np.concatenate([sizes(40, seed + 100), sizes(60, seed)[:20]])
    expected = reference.iou(detections, truths, [0] * len(truths))
    result = pairwise_iou(detections, truths, box_format="xywh")
    assert np.array_equal(result, np.minimum(expected, 1.0))
    assert (expected > 0).mean() > 0.1
    pairs = [iou(a, b, box_format="xywh") for a, b in zip(detections.tolist(), truths.tolist(), strict=False)]
    assert pairs == np.diagonal(np.minimum(expected, 1.0)).tolist()
    count = min(len(detections), len(truths))
    assert elementwise_iou(detections[:count], truths[:count], box_format="xywh").tolist() == pairs


@pytest.mark.parametrize("seed", range(4))
def test_crowd_regions_are_ioa_of_the_detection(seed):
    detections, truths = sizes(60, seed), sizes(40, seed + 100)
    expected = reference.iou(detections, truths, [1] * len(truths))
    assert np.array_equal(pairwise_ioa(detections, truths, box_format="xywh"), np.minimum(expected, 1.0))


def test_the_reference_exceeds_one_and_we_do_not():
    # The reason for `minimum` above: (x + w) - x rounds up to more than w.
    boxes = np.array([[0.2, 0.2, 0.1, 0.1]])
    assert reference.iou(boxes, boxes, [0])[0, 0] > 1.0
    assert pairwise_iou(boxes, boxes, box_format="xywh")[0, 0] == 1.0

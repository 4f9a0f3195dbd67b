"""Boundaries against faster-coco-eval 1.8.0 where it is installed; its own erosion is OpenCV's."""

from __future__ import annotations

import numpy as np
import pytest
from mask_scenes import dense_stack

from truebox.masks import encode_masks, mask_to_boundary, masks_to_coco
from truebox.overlap.boundary_iou import pairwise_boundary_iou

reference = pytest.importorskip("faster_coco_eval.core.mask", reason="faster-coco-eval is not installed")


@pytest.mark.parametrize("size", [(30, 40), (120, 160), (200, 90)])
@pytest.mark.parametrize("ratio", [0.005, 0.02, 0.1])
def test_boundaries_and_their_overlap(size: tuple[int, int], ratio: float) -> None:
    rng = np.random.default_rng(size[0])
    a, b = encode_masks(dense_stack(16, *size, rng)), encode_masks(dense_stack(16, *size, rng))
    bands = [
        [
            reference.rleToBoundary(runs, ratio, backend="mask_api")
            for runs in masks_to_coco(masks, counts="bytes")
        ]
        for masks in (a, b)
    ]
    ours = masks_to_coco(mask_to_boundary(a, dilation_ratio=ratio), counts="bytes")
    assert [runs["counts"] for runs in ours] == [bytes(runs["counts"]) for runs in bands[0]]
    crowd = [row % 3 == 0 for row in range(16)]
    expected = reference.iou(*bands, [int(flag) for flag in crowd])
    assert np.array_equal(pairwise_boundary_iou(a, b, crowd=crowd, dilation_ratio=ratio), expected)

from __future__ import annotations

import numpy as np
import pytest
from mask_scenes import dense_stack
from scipy.ndimage import binary_erosion

from truebox.errors import ArgumentError
from truebox.overlap.boundary_iou import pairwise_boundary_iou
from truebox.overlap.mask_iou import pairwise_mask_iou


def _bands(dense: np.ndarray, ratio: float) -> np.ndarray:
    distance = max(1, round(ratio * float(np.hypot(*dense.shape[1:]))))
    return np.array([mask & ~binary_erosion(mask, np.ones((3, 3)), iterations=distance) for mask in dense])


@pytest.mark.parametrize("ratio", [0.005, 0.02, 0.1])
def test_overlap_of_the_bands(ratio: float) -> None:
    rng = np.random.default_rng(3)
    a, b = dense_stack(16, 70, 60, rng), dense_stack(16, 70, 60, rng)
    crowd = np.arange(16) % 4 == 1
    bands = pairwise_mask_iou(_bands(a, ratio), _bands(b, ratio), crowd=crowd)
    assert np.array_equal(pairwise_boundary_iou(a, b, crowd=crowd, dilation_ratio=ratio), bands)
    # Boundary AP: the smaller of both, and mask IoU alone for crowds.
    whole = pairwise_mask_iou(a, b, crowd=crowd)
    expected = np.where(crowd, whole, np.minimum(whole, bands))
    found = pairwise_boundary_iou(a, b, crowd=crowd, dilation_ratio=ratio, combine="minimum")
    assert np.array_equal(found, expected)
    without = pairwise_boundary_iou(a, b, dilation_ratio=ratio, combine="minimum")
    assert np.array_equal(without[:, ~crowd], expected[:, ~crowd])


def test_nothing_and_an_unknown_combination() -> None:
    assert pairwise_boundary_iou([], np.ones((2, 3, 3), bool), combine="minimum").shape == (0, 2)
    with pytest.raises(ArgumentError, match="combine"):
        pairwise_boundary_iou([], [], combine="mean")  # type: ignore[arg-type]

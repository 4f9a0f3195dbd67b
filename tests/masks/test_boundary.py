from __future__ import annotations

import numpy as np
import pytest
from mask_scenes import dense_stack
from scipy.ndimage import binary_erosion

from truebox.errors import ArgumentError
from truebox.masks import Masks, boundary_distance, decode_masks, encode_masks, mask_to_boundary


@pytest.mark.parametrize("size", [(1, 1), (1, 30), (30, 1), (20, 20), (64, 65), (90, 40)])
@pytest.mark.parametrize("ratio", [0.001, 0.02, 0.05, 0.2, 1.0])
def test_boundary_is_the_mask_without_its_erosion(size: tuple[int, int], ratio: float) -> None:
    dense = dense_stack(24, *size, np.random.default_rng(size[0]))
    distance = max(1, round(ratio * float(np.hypot(*size))))
    eroded = np.array([binary_erosion(mask, np.ones((3, 3)), iterations=distance) for mask in dense])
    expected = dense & ~eroded
    boundary = mask_to_boundary(dense, dilation_ratio=ratio)
    assert np.array_equal(decode_masks(boundary), expected)
    assert boundary == encode_masks(expected)  # in canonical form


def test_distances_are_rounded_half_to_even() -> None:
    # Diagonals 5, 10 and 25: half of each is 2.5, 5 and 12.5.
    assert boundary_distance([[3, 4], [6, 8], [15, 20]], 0.5).tolist() == [2, 5, 12]
    assert boundary_distance([[1, 1]]).tolist() == [1]


def test_empty_runs_do_not_split_a_mask() -> None:
    whole = Masks(np.array([0, 49]), np.array([0, 2]), np.array([[7, 7]]))
    split = Masks(np.array([0, 20, 0, 29, 0]), np.array([0, 5]), np.array([[7, 7]]))
    assert mask_to_boundary(split) == mask_to_boundary(whole)


@pytest.mark.parametrize("ratio", [0, -0.1, 1.5, float("nan")])
def test_ratios_out_of_range(ratio: float) -> None:
    with pytest.raises(ArgumentError, match="dilation_ratio"):
        mask_to_boundary(np.ones((3, 3), bool), dilation_ratio=ratio)


def test_images_too_wide_for_columns_of_work_space() -> None:
    with pytest.raises(ArgumentError, match="at most 1048576 pixels"):
        mask_to_boundary(Masks(np.array([2**21]), np.array([0, 1]), np.array([[1, 2**21]])))

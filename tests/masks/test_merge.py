from __future__ import annotations

import numpy as np
import pytest
from mask_scenes import dense_stack

from truebox.errors import ArgumentError, InputError
from truebox.masks import Masks, concatenate_masks, decode_masks, encode_masks, masks_to_counts, merge_masks


@pytest.mark.parametrize("count", [1, 2, 3, 8, 40])
@pytest.mark.parametrize("size", [(5, 6), (64, 64), (300, 7)])
def test_merging_is_or_and_and_of_the_pixels(count: int, size: tuple[int, int]) -> None:
    dense = dense_stack(count, *size, np.random.default_rng(count))
    assert np.array_equal(decode_masks(merge_masks(dense))[0], dense.any(axis=0))
    assert np.array_equal(decode_masks(merge_masks(dense, intersect=True))[0], dense.all(axis=0))


def test_few_runs_in_a_large_image_are_not_painted() -> None:
    runs = np.array([[10 * i, 5, 60_000 * 60_000 - 10 * i - 5] for i in range(7)])
    masks = Masks(runs.ravel(), np.arange(8) * 3, np.full((7, 2), 60_000))
    assert masks_to_counts(merge_masks(masks)) == [[0] + [5] * 13 + [60_000**2 - 65]]


def test_empty_runs_inside_masks() -> None:
    masks = Masks(np.array([0, 0, 2, 3, 0, 1, 4, 10]), np.array([0, 7, 8]), np.array([[10, 1]] * 2))
    assert masks_to_counts(merge_masks(masks)) == [[2, 4, 4]]
    assert masks_to_counts(merge_masks(masks, intersect=True)) == [[10]]


def test_groups_may_have_their_own_sizes() -> None:
    small, large = (
        dense_stack(2, 4, 4, np.random.default_rng(0)),
        dense_stack(2, 9, 4, np.random.default_rng(1)),
    )
    masks = concatenate_masks([encode_masks(small), encode_masks(large)])[[0, 2, 1, 3]]
    merged = merge_masks(masks, groups=[1, 0, 1, 0])
    assert np.array_equal(decode_masks(merged[0])[0], large.any(axis=0))
    assert np.array_equal(decode_masks(merged[1])[0], small.any(axis=0))
    with pytest.raises(InputError, match="E-164"):
        merge_masks(masks, groups=[0, 0, 1, 1])
    with pytest.raises(InputError, match=r"E-164 masks\[1\]"):
        merge_masks(masks)


@pytest.mark.parametrize("groups", [[0], [0, 2], [-1, 0], [0.0, 1.0], [0, 10**12]])
def test_groups_that_do_not_fit(groups: list) -> None:
    with pytest.raises(ArgumentError, match="groups"):
        merge_masks(np.ones((2, 3, 3), bool), groups=groups)


def test_nothing_to_merge() -> None:
    with pytest.raises(ArgumentError, match="at least one"):
        merge_masks([])

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


# Words of 64 pixels as a bitmap has them: of one value, alike and full of changes, or unlike in one pixel.
WORDS = [0, 2**64 - 1, 0x5555 * (2**64 // 0xFFFF), 0xAAAA * (2**64 // 0xFFFF), 1, 2**63, 2**64 - 2, 2**63 - 1]


@pytest.mark.parametrize("seed", range(40))
def test_masks_that_are_painted_are_read_word_by_word(seed: int) -> None:
    """Three and more with many runs: words in any order, long stretches of one word between them."""
    chance = np.random.default_rng(seed)
    kinds = np.repeat(chance.integers(0, len(WORDS), 60), chance.choice([1, 1, 1, 2, 9, 17], 60))
    words = np.array(WORDS, dtype=np.uint64)[kinds]
    line = (words[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.uint8).reshape(-1)
    line = line[: len(line) - int(chance.integers(0, 64))]
    busy = np.arange(len(line)) % 7 == 0  # so many runs that painting them pays; in one place only
    busy &= np.arange(len(line)) < 700 * (seed % 2)
    stack = np.stack([line, line & chance.integers(0, 2), line, line * 0, busy * 1] + [line] * 12).astype(
        np.uint8
    )
    united = merge_masks(encode_masks(stack[:, :, None]))
    assert np.array_equal(decode_masks(united)[0][:, 0], stack.any(axis=0))
    changes = np.flatnonzero(np.diff(stack.any(axis=0), prepend=False))
    assert masks_to_counts(united) == [np.diff(np.concatenate(([0], changes, [len(line)]))).tolist()]


def test_a_word_is_no_intersection():
    with pytest.raises(ArgumentError, match="intersect: expected True or False, got 'union'"):
        merge_masks(encode_masks(np.eye(3, dtype=bool)), "union")
    assert len(merge_masks(encode_masks(np.eye(3, dtype=bool)), 1)) == 1  # as pycocotools is called

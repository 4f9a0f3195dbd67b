from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from mask_scenes import dense_stack

from truebox.errors import ArgumentError, InputError
from truebox.masks import Masks, concatenate_masks, decode_masks, encode_masks


@pytest.fixture
def stack() -> np.ndarray:
    return dense_stack(9, 11, 13, np.random.default_rng(1))


@pytest.mark.parametrize(
    "rows",
    [
        slice(2, 5),
        slice(5, 2),
        slice(None, None, -2),
        [3, 3, 0],
        np.arange(9) % 2 == 0,
        -1,
        np.array([], int),
    ],
)
def test_rows_are_taken_as_from_an_array(stack: np.ndarray, rows: object) -> None:
    assert encode_masks(stack)[rows] == encode_masks(stack[[rows] if isinstance(rows, int) else rows])  # type: ignore[index]


def test_iterating_gives_batches_of_one(stack: np.ndarray) -> None:
    masks = encode_masks(stack)
    assert concatenate_masks(list(masks)) == masks
    assert len(concatenate_masks([])) == 0
    with pytest.raises(IndexError, match="mask 9 of 9"):
        masks[9]


def test_arrays_cannot_be_written_and_the_caller_s_stay_his(stack: np.ndarray) -> None:
    runs, offsets, sizes = np.array([4, 2]), np.array([0, 2]), np.array([[2, 3]])
    masks = Masks(runs, offsets, sizes)
    runs[0] = sizes[0, 0] = 9
    assert masks.runs.tolist() == [4, 2]
    for array in (masks.runs, masks.offsets, masks.sizes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_copies_and_pickles_are_equal_and_checked(stack: np.ndarray) -> None:
    masks = encode_masks(stack)
    for other in (copy.deepcopy(masks), pickle.loads(pickle.dumps(masks))):
        assert other == masks
        assert not other.runs.flags.writeable


def test_equality_is_of_runs_and_sizes(stack: np.ndarray) -> None:
    masks = encode_masks(stack)
    assert masks == encode_masks(stack.copy())
    assert masks != masks[::-1]
    assert masks != "masks"


def test_masks_of_different_sizes_lie_in_one_value() -> None:
    both = concatenate_masks([encode_masks(np.ones((2, 3), bool)), encode_masks(np.eye(4, dtype=bool))])
    assert both.sizes.tolist() == [[2, 3], [4, 4]]
    with pytest.raises(InputError, match=r"E-164 masks\[1\]: size 4 x 4 .* but masks\[0\] has 2 x 3"):
        decode_masks(both)
    assert repr(both) == "Masks(2 masks, 10 runs, 2x3 4x4)"


@pytest.mark.parametrize(
    ("runs", "offsets", "sizes", "code"),
    [
        ([3, 2], [0, 2], [[2, 3]], "E-160"),
        ([3, 4], [0, 2], [[2, 3]], "E-161"),
        ([6], [0, 1], [[-2, -3]], "E-163"),
        ([2.5, 3.5], [0, 2], [[2, 3]], "E-165"),
        ([7, -1], [0, 2], [[2, 3]], "E-165"),
    ],
)
def test_what_is_no_mask_is_refused(runs: list, offsets: list, sizes: list, code: str) -> None:
    with pytest.raises(InputError, match=code):
        Masks(np.array(runs), np.array(offsets), np.array(sizes))


@pytest.mark.parametrize(
    ("runs", "offsets", "sizes"),
    [([6], [0, 2], [[2, 3]]), ([6], [1, 1], [[2, 3]]), ([6], [0, 1], [2, 3]), ([[6]], [0, 1], [[2, 3]]),
     ([6], [0, 1], [[2, 3], [2, 3]]), ([3, 3, 6], [0, 3, 2, 3], [[2, 3]] * 3), ([], [], np.empty((0, 2)))],
)  # fmt: skip
def test_arrays_that_do_not_fit_are_refused(runs: list, offsets: list, sizes: list) -> None:
    with pytest.raises(ArgumentError):
        Masks(np.array(runs, int), np.array(offsets, int), np.array(sizes, int))

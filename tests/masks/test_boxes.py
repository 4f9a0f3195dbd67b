from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from truebox.errors import ArgumentError, InputError
from truebox.masks import Masks, boxes_to_masks, decode_masks, encode_masks, mask_to_box, masks_from_counts


def _tight_box(mask: np.ndarray) -> list[float]:
    y, x = np.nonzero(mask)
    return [x.min(), y.min(), np.ptp(x) + 1, np.ptp(y) + 1] if len(x) else [0, 0, 0, 0]


@given(arrays.arrays(np.bool_, st.tuples(st.just(3), st.integers(1, 30), st.integers(1, 30))))
def test_boxes_are_tight(stack: np.ndarray) -> None:
    assert mask_to_box(encode_masks(stack)).tolist() == [_tight_box(mask) for mask in stack]


def test_empty_runs_do_not_move_a_box() -> None:
    masks = Masks(np.array([0, 0, 6, 1, 3, 0]), np.array([0, 6]), np.array([[5, 2]]))
    assert mask_to_box(masks).tolist() == [[1, 1, 1, 1]]


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=9), st.integers(1, 15))
def test_empty_runs_anywhere_do_not_move_a_box(pairs: list[tuple[int, int]], height: int) -> None:
    """A run cut in two by one without pixels covers the same; twice, between zeros and between ones."""
    plain = [each for pair in pairs for each in pair]
    rest = -sum(plain) % height
    cut = [each for zeros, ones in pairs for each in (zeros, 1, 0, ones - 1)]
    size = (height, (sum(plain) + rest) // height)
    expected = masks_from_counts([[*plain, rest]], size)
    mask = decode_masks(expected)
    for counts in (cut, [each for zeros, ones in pairs for each in (1, 0, zeros - 1, ones)]):
        masks = masks_from_counts([[*counts, rest]], size)
        assert np.array_equal(decode_masks(masks), mask)
        assert mask_to_box(masks).tolist() == [_tight_box(mask[0])]


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 12), st.integers(1, 12))
def test_whole_pixel_boxes_cover_exactly_their_pixels(x: int, y: int, width: int, height: int) -> None:
    dense = decode_masks(boxes_to_masks([[x, y, width, height]], (15, 20)))[0]
    expected = np.zeros((15, 20), bool)
    expected[y : y + height, x : x + width] = True
    assert np.array_equal(dense, expected)


def test_no_boxes_and_boxes_that_are_none() -> None:
    assert len(boxes_to_masks([], (5, 5))) == len(boxes_to_masks(np.empty((0, 4)), (5, 5))) == 0
    with pytest.raises(ArgumentError, match="boxes"):
        boxes_to_masks([[1, 2, 3]], (5, 5))
    with pytest.raises(InputError, match=r"E-166 boxes\[1\]"):
        boxes_to_masks([[0, 0, 1, 1], [0, 0, np.nan, 1]], (5, 5))

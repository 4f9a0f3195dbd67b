from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from mask_scenes import dense_stack

from truebox.errors import ArgumentError
from truebox.masks import Masks, encode_masks, masks_from_counts, masks_to_coco, masks_to_counts
from truebox.overlap.mask_iou import pairwise_mask_ioa, pairwise_mask_iou


def _twin(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pixels counted on dense masks: IoU and intersection over a."""
    shared = np.array([[(x & y).sum() for y in b] for x in a], float).reshape(len(a), len(b))
    union = np.array([[(x | y).sum() for y in b] for x in a], float).reshape(len(a), len(b))
    area = np.array([x.sum() for x in a], float)[:, None]
    return shared / np.maximum(union, 1), shared / np.maximum(area, 1)


PAIRS = st.tuples(st.integers(1, 40), st.integers(1, 40)).flatmap(
    lambda size: st.tuples(*[arrays.arrays(np.bool_, (3, *size))] * 2)
)


@given(PAIRS)
def test_equal_to_counting_pixels(pair: tuple[np.ndarray, np.ndarray]) -> None:
    iou, ioa = _twin(*pair)
    assert np.array_equal(pairwise_mask_iou(*pair), iou)
    assert np.array_equal(pairwise_mask_ioa(*pair), ioa)
    assert np.array_equal(pairwise_mask_iou(*pair, crowd=[True, False, True])[:, ::2], ioa[:, ::2])


def test_threads_and_forms_of_input_give_the_same() -> None:
    dense = dense_stack(160, 30, 40, np.random.default_rng(0))
    masks = encode_masks(dense)
    expected = pairwise_mask_iou(masks, masks, threads=1)
    assert np.array_equal(pairwise_mask_iou(dense, masks_to_coco(masks), threads=3), expected)
    assert np.array_equal(expected, expected.T)
    assert set(np.diag(expected)) == {0.0, 1.0}


def test_values_below_a_limit_become_zero() -> None:
    dense = dense_stack(40, 30, 40, np.random.default_rng(1))
    whole = pairwise_mask_iou(dense, dense)
    for limit in (0.0, 0.3, whole[0, 7], 1.0):
        expected = np.where(whole >= limit, whole, 0)
        assert np.array_equal(pairwise_mask_iou(dense, dense, at_least=limit), expected)


def test_empty_runs_change_nothing() -> None:
    plain = Masks(np.array([3, 4, 3]), np.array([0, 3]), np.array([[5, 2]]))
    split = Masks(np.array([0, 0, 3, 1, 0, 3, 0, 0, 3]), np.array([0, 9]), np.array([[5, 2]]))
    assert pairwise_mask_iou(plain, split).tolist() == [[1.0]]


@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 3), (3, 0)])
def test_shapes_without_pairs(n: int, m: int) -> None:
    masks = encode_masks(np.ones((3, 4, 4), bool))
    assert pairwise_mask_iou(masks[:n], masks[:m]).shape == (n, m)
    assert pairwise_mask_ioa([] if n == 0 else masks, masks[:m]).shape == (n, m)


@pytest.mark.parametrize("crowd", [[True], [[True, False]], [0.5, 0.5], "ab"])
def test_crowds_that_do_not_fit(crowd: object) -> None:
    masks = encode_masks(np.ones((2, 4, 4), bool))
    with pytest.raises(ArgumentError, match="crowd: expected 2 booleans"):
        pairwise_mask_iou(masks, masks, crowd=crowd)


@pytest.mark.parametrize("seed", range(6))
def test_masks_with_empty_runs_meet_where_their_pixels_do(seed: int) -> None:
    """Small masks that often share one row or one column alone, each cut by runs without pixels."""
    chance = np.random.default_rng(seed)
    height, width = (int(side) for side in chance.integers(2, 9, 2))
    dense = np.zeros((14, height, width), dtype=bool)
    for mask in dense:
        top, left = int(chance.integers(0, height)), int(chance.integers(0, width))
        mask[top : top + int(chance.integers(1, 4)), left : left + int(chance.integers(1, 4))] = True
    cut = []
    for counts in masks_to_counts(encode_masks(dense)):
        places = chance.integers(0, len(counts) + 1, 2)
        halves = [[run, 0, 0] if place in places else [run] for place, run in enumerate(counts)]
        cut.append([run for half in halves for run in half])
    masks = masks_from_counts(cut, (height, width))
    iou, ioa = _twin(dense, dense)
    for one, other in ((masks, masks), (masks, encode_masks(dense)), (encode_masks(dense), masks)):
        assert np.array_equal(pairwise_mask_iou(one, other), iou)
        assert np.array_equal(pairwise_mask_ioa(one, other), ioa)

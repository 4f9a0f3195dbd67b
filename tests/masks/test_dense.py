from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from truebox.errors import ArgumentError
from truebox.masks import Masks, decode_masks, encode_masks, masks_to_counts, merge_masks


def _runs(mask: np.ndarray) -> list[int]:
    """The twin of the kernel: lengths between changes down the columns, zeros first."""
    line = mask.ravel(order="F") != 0
    changes = np.flatnonzero(np.diff(line, prepend=False))
    return np.diff(np.concatenate(([0], changes, [line.size]))).tolist()


STACKS = arrays.arrays(
    np.uint8,
    st.tuples(st.integers(0, 3), st.integers(1, 70), st.integers(1, 70)),
    elements=st.sampled_from([0, 1, 2, 255]),
)


@given(STACKS)
def test_runs_are_the_twin_s_and_decode_to_the_same_pixels(stack: np.ndarray) -> None:
    masks = encode_masks(stack)
    assert masks_to_counts(masks) == [_runs(mask) for mask in stack]
    assert encode_masks(np.asfortranarray(stack)) == masks
    for order in ("C", "F"):
        decoded = decode_masks(masks, order=order)  # type: ignore[arg-type]
        assert np.array_equal(decoded, stack != 0) or len(stack) == 0
        assert decoded.dtype == np.bool_


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (2, 0, 5), (0, 3, 3)])
def test_masks_without_pixels(shape: tuple[int, ...]) -> None:
    masks = encode_masks(np.zeros(shape, bool))
    assert decode_masks(masks).size == 0
    assert masks.runs.tolist() == [0] * len(masks)


def test_one_mask_is_a_batch_of_one() -> None:
    assert encode_masks(np.eye(3, dtype=bool)).sizes.tolist() == [[3, 3]]


def test_out_is_cleared_written_and_returned() -> None:
    dense = np.random.default_rng(0).random((4, 20, 30)) < 0.3
    masks = encode_masks(dense)
    whole = np.full((4, 24, 33), 7, np.uint8)
    view = whole[:, 2:-2, 1:-2]
    assert decode_masks(masks, out=view) is view
    assert np.array_equal(view, dense)
    assert (whole[:, :2] == 7).all()
    columns = np.ones((4, 30, 20), bool).transpose(0, 2, 1)
    assert np.array_equal(decode_masks(masks, out=columns), dense)


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((1, 3, 3)),
        np.zeros((1, 3, 4), bool),
        np.zeros((3, 3), bool),
        np.zeros((1, 6, 6), bool)[:, ::2, ::2],
    ],
)
def test_out_that_does_not_fit(out: np.ndarray) -> None:
    with pytest.raises(ArgumentError, match="out: expected"):
        decode_masks(encode_masks(np.eye(3, dtype=bool)), out=out)
    frozen = np.zeros((1, 3, 3), bool)
    frozen.flags.writeable = False
    with pytest.raises(ArgumentError, match="out: expected"):
        decode_masks(encode_masks(np.eye(3, dtype=bool)), out=frozen)


def test_arguments_that_encode_nothing() -> None:
    with pytest.raises(ArgumentError, match=r"masks: .*float64.*masks > 0.5"):
        encode_masks(np.zeros((2, 2)))
    with pytest.raises(ArgumentError, match=r"masks: expected dense masks"):
        encode_masks(np.zeros(4, bool))
    with pytest.raises(ArgumentError, match="layout"):
        encode_masks(np.zeros((2, 2), bool), layout="nwh")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="threads"):
        encode_masks(np.zeros((2, 2), bool), threads=0)


def test_empty_runs_inside_a_mask_decode_to_nothing() -> None:
    masks = Masks(np.array([1, 2, 0, 3, 0, 0, 4]), np.array([0, 7]), np.array([[5, 2]]))
    expected = [[0, 1], [1, 0], [1, 0], [1, 0], [1, 0]]
    for order in ("C", "F"):
        assert decode_masks(masks, order=order)[0].astype(int).tolist() == expected  # type: ignore[arg-type]


# Words of 64 pixels are looked at 64 at a time, 8 at a time and one by one.
LONG = [64 * 40, 64 * 70, 64 * 90 + 3, 64 * 130 + 5]


def _read_every_way(lines: np.ndarray) -> None:
    """Lines of pixels [N, P]: as columns, as rows, and united with themselves, which paints busy ones."""
    masks = np.asfortranarray(lines.T).T[..., None]
    both = np.concatenate([masks, masks[:, ::-1]], axis=2)  # a second column behind it
    for each in (masks, both):
        expected = [_runs(mask) for mask in each]
        for order in ("C", "F"):
            stack = np.stack([np.array(mask, order=order) for mask in each])  # type: ignore[call-overload]
            assert masks_to_counts(encode_masks(stack)) == expected
            single = [encode_masks(np.array(mask, order=order)[None]) for mask in each]  # type: ignore[call-overload]
            assert [masks_to_counts(mask)[0] for mask in single] == expected
        twice = [encode_masks(np.stack([mask, mask])) for mask in each]
        united = [merge_masks(masks) for masks in twice]
        assert [masks_to_counts(mask)[0] for mask in united] == expected


@pytest.mark.parametrize("pixels", LONG)
@pytest.mark.parametrize("ground", [0, 1])
def test_single_pixels_at_the_edges_of_words(pixels: int, ground: int) -> None:
    """One pixel unlike all others, wherever words begin and end."""
    places = [
        each for step in range(0, pixels, 64 * 7) for each in (step, step + 7, step + 63) if each < pixels
    ]
    lines = np.full((len(places), pixels), ground, dtype=np.uint8)
    lines[np.arange(len(places)), places] = 1 - ground
    _read_every_way(lines)
    lines[:, :512] = np.arange(512) % 2  # so many runs that painting them pays
    _read_every_way(lines)


@pytest.mark.parametrize("pixels", LONG)
@pytest.mark.parametrize("pattern", [(0, 1), (1, 0), (1, 1, 0), (0, 0, 1, 1), (1, 0, 0, 0, 0, 0, 0, 0)])
def test_patterns_that_fill_every_word(pixels: int, pattern: tuple[int, ...]) -> None:
    """Words alike may still hold changes, after one that ends in 0 or in 1."""
    lines = np.resize(np.array(pattern, dtype=np.uint8), (2, pixels))
    lines[:] = np.resize(np.array(pattern, dtype=np.uint8), pixels)
    for head in (0, 1):
        lines[head, :64] = head
    _read_every_way(lines)


def test_an_order_that_is_none_is_refused():
    with pytest.raises(ArgumentError, match="order: expected 'C' or 'F', got 'c'"):
        decode_masks(encode_masks(np.eye(3, dtype=bool)), order="c")

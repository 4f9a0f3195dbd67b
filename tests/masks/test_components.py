"""Connected pixels, as a walk from pixel to pixel finds them."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.masks.components import connected_pixels


def walked(mask: np.ndarray, diagonal: bool) -> np.ndarray:
    labels = np.zeros(mask.shape, dtype=int)
    number = 0
    for y, x in zip(*np.nonzero(mask), strict=True):
        if labels[y, x]:
            continue
        number += 1
        waiting = [(y, x)]
        while waiting:
            r, c = waiting.pop()
            if not (0 <= r < mask.shape[0] and 0 <= c < mask.shape[1]) or not mask[r, c] or labels[r, c]:
                continue
            labels[r, c] = number
            waiting += [
                (r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if diagonal or abs(i) + abs(j) == 1
            ]
    return labels


@pytest.mark.parametrize("diagonal", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_labels(seed: int, diagonal: bool) -> None:
    rng = np.random.default_rng(seed)
    mask = rng.random((rng.integers(1, 30), rng.integers(1, 30))) < (seed % 4 + 1) / 5
    np.testing.assert_array_equal(connected_pixels(mask, diagonal=diagonal), walked(mask, diagonal))


def test_nothing() -> None:
    assert not connected_pixels(np.zeros((3, 4), dtype=bool), diagonal=True).any()


def test_rows_that_repeat() -> None:
    rng = np.random.default_rng(4)
    for diagonal in (False, True):
        mask = np.repeat(rng.random((9, 40)) < 0.5, rng.integers(1, 5, 9), axis=0)
        np.testing.assert_array_equal(connected_pixels(mask, diagonal=diagonal), walked(mask, diagonal))


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.int8, np.uint16, np.int64])
def test_every_kind_and_layout(kind: type) -> None:
    rng = np.random.default_rng(6)
    plain = (rng.random((11, 70)) < 0.5) * rng.integers(1, 100, (11, 70))
    expected = walked(plain, True)
    wide = np.zeros((11, 140), dtype=kind)
    wide[:, ::2] = plain
    for mask in (plain.astype(kind), np.asfortranarray(plain.astype(kind)), wide[:, ::2]):
        np.testing.assert_array_equal(connected_pixels(mask, diagonal=True), expected)
        assert connected_pixels(mask, diagonal=True).dtype == np.int64


def test_a_word_is_no_truth_value():
    with pytest.raises(ArgumentError, match="diagonal: expected True or False, got 'no'"):
        connected_pixels(np.eye(3, dtype=bool), diagonal="no")
    assert connected_pixels(np.eye(2, dtype=bool), diagonal=np.True_).tolist() == [[1, 0], [0, 1]]
    assert connected_pixels(np.eye(2, dtype=bool), diagonal=0).tolist() == [[1, 0], [0, 2]]
    assert connected_pixels(np.eye(2, dtype=bool), diagonal=np.int64(1)).tolist() == [[1, 0], [0, 1]]

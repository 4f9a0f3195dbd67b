"""Rows of five, six and seven numbers."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.overlap.pairs.number_rows import (
    ROTATED,
    UPRIGHT,
    as_number_rows,
    as_rotated_rows,
    refuse_other_library,
    refuse_unequal_lengths,
)


def test_rows_are_contiguous_doubles():
    rows = as_number_rows(np.arange(20, dtype=np.float32).reshape(5, 4).T, ROTATED, "boxes")
    assert rows.dtype == np.float64
    assert rows.flags.c_contiguous
    assert rows[1].tolist() == [1, 5, 9, 13, 17]
    assert as_number_rows([], UPRIGHT, "boxes").shape == (0, 7)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([[1, 2, 3, 4]], r"boxes has shape \(1, 4\); expected \[N, 5\]: cx, cy, width, height, angle"),
        ([1, 2, 3, 4, 5], r"for one box write \[\[...\]\]"),
        ([[1, 2, 3, 4, 5], [1]], "rows of different lengths"),
        ([["a"] * 5], "dtype <U1"),
        ([[True] * 5], "dtype bool"),
    ],
)
def test_wrong_shapes(value, words):
    with pytest.raises(ArgumentError, match=words):
        as_number_rows(value, ROTATED, "boxes")


def test_the_row_and_the_count_are_named():
    rows = np.ones((4, 7))
    rows[2, 3], rows[3, 5] = -1, -2
    with pytest.raises(
        InputError, match=r"E-192 boxes\[2\]: length -1 is negative, in 2 of 4 boxes"
    ) as caught:
        as_rotated_rows(rows, UPRIGHT, "boxes")
    assert caught.value.row == 2
    rows[1, 6] = np.nan
    with pytest.raises(
        InputError, match=r"E-190 boxes\[1\]: angle is nan, not a finite number, in 1 of 4 boxes"
    ):
        as_rotated_rows(rows, UPRIGHT, "boxes")


def test_tensors_are_not_converted_silently():
    torch = pytest.importorskip("torch")
    with pytest.raises(ArgumentError, match=r"boxes is a torch Tensor.*truebox.formulas with torch as xp"):
        refuse_other_library(torch.zeros(1, 5), "boxes")
    refuse_other_library(np.zeros(1), "boxes")


def test_lengths():
    refuse_unequal_lengths(2, 2, "boxes", "boxes")
    with pytest.raises(ArgumentError, match="boxes_a has 2 boxes and boxes_b has 3"):
        refuse_unequal_lengths(2, 3, "boxes", "boxes")

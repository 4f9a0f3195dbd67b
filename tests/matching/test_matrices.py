"""What the room takes and how it says no."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.matching.matrices import as_flags, as_real_matrix


def test_matrices_become_contiguous_doubles():
    matrix = as_real_matrix(np.arange(12, dtype=np.int16).reshape(3, 4).T, "cost")
    assert matrix.dtype == np.float64
    assert matrix.flags.c_contiguous
    assert matrix[1].tolist() == [1, 5, 9]
    assert as_real_matrix([], "cost").shape == (0, 0)
    assert as_real_matrix(np.empty((0, 3)), "cost").shape == (0, 3)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1.0, 2.0], r"cost has shape \(2,\); expected \[N, M\]"),
        (np.zeros((1, 2, 3)), r"cost has shape \(1, 2, 3\)"),
        ([[1], [1, 2]], "cost has rows of different lengths"),
        ([["a"]], "cost has dtype"),
        ([[1j]], "cost has dtype complex128"),
    ],
)
def test_bad_matrices_are_refused(values, words):
    with pytest.raises(ArgumentError, match=words):
        as_real_matrix(values, "cost")


def test_flags():
    assert as_flags(None, 2, "crowd") is None
    flags = as_flags([0, 1], 2, "crowd")
    assert flags is not None
    assert flags.tolist() == [False, True]
    with pytest.raises(ArgumentError, match=r"crowd has shape \(3,\); expected \(2,\)"):
        as_flags([0, 1, 0], 2, "crowd")
    with pytest.raises(ArgumentError, match="crowd has dtype float64"):
        as_flags([0.5, 1], 2, "crowd")

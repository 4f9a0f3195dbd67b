"""Polygons as columns, and what is refused on the way."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.overlap.pairs.polygon_rows import as_polygon_rows


def test_columns():
    rows = as_polygon_rows([[(0, 1), (2, 3), (4, 5)], [6, 7, 8, 9, 1, 2, 3, 4]], "polygons")
    assert rows.coordinates.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4]
    assert rows.offsets.tolist() == [0, 3, 7]
    assert rows.count == 2
    assert rows.coordinates.dtype == np.float64
    assert rows.offsets.dtype == np.int64


def test_arrays_need_no_loop():
    quads = np.arange(24.0).reshape(3, 4, 2)
    for form in (quads, quads.reshape(3, 8), quads.astype(int)):
        rows = as_polygon_rows(form, "polygons")
        assert rows.coordinates.tolist() == list(range(24))
        assert rows.offsets.tolist() == [0, 4, 8, 12]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "NoneType; expected a sequence of polygons"),
        ([[0, 0], [1, 0], [1, 1]], r"polygons\[0\] has shape \(2,\).*Write \[polygon\]"),
        (np.zeros((5, 2)), r"one polygon of shape \(5, 2\); for one polygon write \[polygon\]"),
        ([0, 0, 1, 0, 1, 1], r"one polygon; for one polygon write \[polygon\]"),
        (np.zeros((2, 3, 3)), r"shape \(2, 3, 3\); expected \[N, K, 2\]"),
        ([np.zeros((2, 3, 2))], r"polygons\[0\] has shape \(2, 3, 2\)"),
        (np.array([["a"] * 6]), "dtype <U1; expected real numbers"),
        ([[["a", "b"]] * 3], r"polygons\[0\] has dtype <U1"),
        ([[[0, 0], [1, 0], [1]]], r"polygons\[0\] has points of different lengths"),
    ],
)
def test_what_is_no_sequence_of_polygons(value, words):
    with pytest.raises(ArgumentError, match=words):
        as_polygon_rows(value, "polygons")


def test_tensors_are_not_converted_silently():
    torch = pytest.importorskip("torch")
    with pytest.raises(ArgumentError, match="polygons is a torch Tensor"):
        as_polygon_rows(torch.zeros(1, 3, 2), "polygons")

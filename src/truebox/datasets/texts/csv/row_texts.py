"""Columns as rows of text, all at once; numbers in the digits that read back to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox._native import tables as _kernels

if TYPE_CHECKING:
    from truebox.records import Strings
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["Column", "chosen", "floats", "grouped_rows", "own_texts", "row_texts", "shortly", "wholes"]

Column: TypeAlias = tuple[Any, ...]
"""What stands in one place of every row: made by `floats`, `shortly`, `wholes`, `chosen` or `own_texts`."""


def floats(values: FloatArray) -> Column:
    """Floats as `repr` has them: ``3.0``."""
    return "numbers", np.ascontiguousarray(values, dtype=np.float64)


def shortly(values: FloatArray) -> Column:
    """Floats as `repr` has them, but whole ones below 1e15 without a point: ``3``."""
    return "shortly", np.ascontiguousarray(values, dtype=np.float64)


def wholes(values: AnyArray) -> Column:
    """Whole numbers."""
    return "wholes", np.ascontiguousarray(values, dtype=np.int64)


def chosen(which: Int64Array, texts: Sequence[str]) -> Column:
    """One of `texts` in every row."""
    return "texts", np.ascontiguousarray(which, dtype=np.int64), [text.encode() for text in texts]


def own_texts(texts: Strings) -> Column:
    """Another text in every row."""
    return "own", np.ascontiguousarray(texts.offsets, dtype=np.int64), texts.buffer


def row_texts(
    columns: Sequence[Column], between: Sequence[str], order: Int64Array | None = None
) -> tuple[bytes, Int64Array]:
    r"""The rows of columns as UTF-8, and where each begins and the last one ends.

    Parameters
    ----------
    columns : sequence [C] of Column
        All of one length.
    between : sequence [C + 1] of str
        What stands before the first column, between two, and behind the last.
    order : int64 array [R], optional
        Which rows are written, in which order; by default all.

    Returns
    -------
    bytes, int64 array [R + 1]

    Examples
    --------
    >>> row_texts([chosen([1, 0], ["cat", "dog"]), floats([0.5, 3])], ["", " ", "\n"])[0]
    b'dog 0.5\ncat 3.0\n'
    """
    rows = len(columns[0][1]) - (columns[0][0] == "own")
    places = np.arange(rows) if order is None else np.ascontiguousarray(order, dtype=np.int64)
    return _kernels.written_rows(list(columns), [text.encode() for text in between], places, rows)


def grouped_rows(
    columns: Sequence[Column], between: Sequence[str], groups: Int64Array, count: int
) -> tuple[bytes, Int64Array]:
    r"""The rows of each group, one after the other in the order that they have.

    Parameters
    ----------
    columns, between
        As in `row_texts`.
    groups : int64 array [N]
        Of every row, from 0 to `count` - 1.
    count : int
        Of groups.

    Returns
    -------
    bytes, int64 array [count + 1]
        All rows, and where each group begins and the last one ends.

    Examples
    --------
    >>> text, bounds = grouped_rows([wholes([7, 8, 9])], ["", "\n"], np.array([2, 0, 2]), 3)
    >>> text, bounds.tolist()
    (b'8\n7\n9\n', [0, 2, 2, 6])
    """
    order = np.argsort(groups, kind="stable")
    text, offsets = row_texts(columns, between, order)
    return text, offsets[np.searchsorted(groups[order], np.arange(count + 1))]

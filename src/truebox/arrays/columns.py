"""Columns that are read like an array [..., K], but were never put together into one."""

from __future__ import annotations

from typing import Any

__all__ = ["Columns"]


class Columns:
    """Arrays of one shape (or shapes that broadcast), read as ``columns[..., k]``.

    A formula takes these in place of an array [..., K]. Conversion and scaling then cost K columns, and a
    pairwise measure never builds an array [N, M, K].

    Examples
    --------
    >>> boxes = Columns(0.0, 0.0, 2.0, 3.0)
    >>> boxes[..., 3]
    3.0
    """

    __slots__ = ("_columns",)

    def __init__(self, *columns: Any) -> None:
        self._columns = columns

    def __getitem__(self, index: tuple[Any, int]) -> Any:
        return self._columns[index[1]]

    def __iter__(self) -> Any:
        return iter(self._columns)

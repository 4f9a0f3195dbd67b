"""Four columns that are read like an array [..., 4], but were never put together into one."""

from __future__ import annotations

from typing import Any

__all__ = ["Columns"]


class Columns:
    """Four arrays of one shape (or shapes that broadcast), read as ``columns[..., k]``.

    A formula takes these in place of an array [..., 4]. Conversion and scaling then cost four columns, and a
    pairwise measure never builds an array [N, M, 4].

    Examples
    --------
    >>> boxes = Columns(0.0, 0.0, 2.0, 3.0)
    >>> boxes[..., 3]
    3.0
    """

    __slots__ = ("_columns",)

    def __init__(self, x_min: Any, y_min: Any, x_max: Any, y_max: Any) -> None:
        self._columns = (x_min, y_min, x_max, y_max)

    def __getitem__(self, index: tuple[Any, int]) -> Any:
        return self._columns[index[1]]

    def __iter__(self) -> Any:
        return iter(self._columns)

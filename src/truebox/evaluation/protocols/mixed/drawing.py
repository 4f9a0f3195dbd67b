"""Polygons drawn as other tools draw them, and masks in another size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.masks import connected_pixels

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["centres_inside", "holes_filled", "largest_part", "resized", "with_edges"]

_HALF = 0.5


def centres_inside(polygons: Sequence[FloatArray], size: tuple[int, int]) -> BoolArray:
    """The pixels [H, W] whose centres are inside one of the polygons [P, 2], each by the even-odd rule.

    Examples
    --------
    >>> centres_inside([np.array([[0.0, 0], [2, 0], [2, 1], [0, 1]])], (2, 3)).astype(int).tolist()
    [[1, 1, 0], [0, 0, 0]]
    """
    drawn = np.zeros(size, dtype=bool)
    for points in polygons:
        _fill(drawn, points, _HALF)
    return drawn


def with_edges(polygons: Sequence[FloatArray], size: tuple[int, int]) -> BoolArray:
    """As OpenCV's ``fillPoly`` on corners cut to whole pixels: what is inside, and every pixel of an edge.

    Examples
    --------
    >>> with_edges([np.array([[0.0, 0], [1.9, 0], [1.9, 1], [0, 1]])], (3, 3)).astype(int).tolist()
    [[1, 1, 0], [1, 1, 0], [0, 0, 0]]
    """
    drawn = np.zeros(size, dtype=bool)
    for points in polygons:
        whole = np.trunc(points)
        _fill(drawn, whole, 0.0)
        for x, y in zip(*_edge_pixels(whole), strict=True):
            inside = (x >= 0) & (x < size[1]) & (y >= 0) & (y < size[0])
            drawn[y[inside], x[inside]] = True
    return drawn


def _fill(drawn: BoolArray, points: FloatArray, middle: float) -> None:
    """Add what is inside one polygon."""
    height, width = drawn.shape
    low, high = np.clip([points[:, 1].min() - 1, points[:, 1].max() + 1], 0, height).astype(int).tolist()
    rows = np.arange(low, high)
    drawn[rows] |= _between(points, rows + middle, width, middle)


def _between(points: FloatArray, rows: FloatArray, width: int, middle: float) -> BoolArray:
    """Pixels whose middles, `middle` right of their left side, have an odd number of edges before them."""
    ends = np.roll(points, -1, axis=0)
    y0, y1 = points[:, 1, None], ends[:, 1, None]
    crossed = (y0 <= rows) != (y1 <= rows)
    edge, row = np.nonzero(crossed)
    across = ends[edge] - points[edge]
    x = points[edge, 0] + (rows[row] - points[edge, 1]) * across[:, 0] / across[:, 1]
    first = np.clip(np.ceil(x - middle), 0, width).astype(np.int64)
    turns = np.zeros((len(rows), width + 1), dtype=np.int64)
    np.add.at(turns, (row, first), 1)
    inside: BoolArray = (np.cumsum(turns, axis=1)[:, :width] % 2).astype(bool)
    return inside


def _edge_pixels(points: FloatArray) -> tuple[list[Int64Array], list[Int64Array]]:
    """Pixels of the lines between whole corners, those of each edge by x and y."""
    columns: list[Int64Array] = []
    lines: list[Int64Array] = []
    for start, end in zip(points, np.roll(points, -1, axis=0), strict=True):
        a, b = (start, end) if (start[0], start[1]) <= (end[0], end[1]) else (end, start)
        long = int(np.abs(b - a).argmax())
        steps = int(abs(b[long] - a[long]))
        step = np.arange(steps + 1)
        across = b[1 - long] - a[1 - long]
        # A tie goes to the pixel that is nearer to where the line begins.
        moved = np.ceil(step * abs(across) / max(steps, 1) - _HALF)
        own = a[long] + step * np.sign(b[long] - a[long])
        other = a[1 - long] + moved * np.sign(across)
        x, y = (own, other) if long == 0 else (other, own)
        columns.append(x.astype(np.int64))
        lines.append(y.astype(np.int64))
    return columns, lines


def holes_filled(mask: BoolArray) -> BoolArray:
    """With all that is not connected to the outside.

    Examples
    --------
    >>> holes_filled(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], dtype=bool)).all()
    np.True_
    """
    part = _extent(mask)
    labels = connected_pixels(np.pad(~mask[part], 1, constant_values=True), diagonal=False)
    filled = mask.copy()
    filled[part] = (labels != labels[0, 0])[1:-1, 1:-1]
    return filled


def largest_part(mask: BoolArray) -> BoolArray:
    """Of parts that do not touch, corners included, the one with most pixels; of equal ones the first.

    Examples
    --------
    >>> largest_part(np.array([[1, 0, 1, 1]], dtype=bool)).astype(int).tolist()
    [[0, 0, 1, 1]]
    """
    part = _extent(mask)
    labels = connected_pixels(mask[part], diagonal=True)
    if labels.max(initial=0) < 2:
        return mask
    counts = np.bincount(labels.ravel())
    counts[0] = 0
    largest = np.zeros_like(mask)
    largest[part] = labels == counts.argmax()
    return largest


def _extent(mask: BoolArray) -> tuple[slice, slice]:
    """Where the mask has pixels."""
    ends = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    rows, columns = (slice(at[0], at[-1] + 1) if len(at) else slice(0) for at in ends)
    return rows, columns


def resized(mask: BoolArray, size: tuple[int, int], *, smoothed: bool) -> BoolArray:
    """A mask in another size, as OpenCV's ``resize``: by the nearest pixel, or smoothed between four.

    Examples
    --------
    >>> mask = np.array([[0, 1, 1, 1]], dtype=bool)
    >>> resized(mask, (1, 2), smoothed=False).tolist(), resized(mask, (1, 2), smoothed=True).tolist()
    ([[False, True]], [[True, True]])
    """
    (rows, near_rows, row_weight), (columns, near_columns, column_weight) = (
        _places(before, after, smoothed) for before, after in zip(mask.shape, size, strict=True)
    )
    if not smoothed:
        nearest: BoolArray = mask[np.ix_(rows, columns)]
        return nearest
    half = np.zeros(size, dtype=bool)
    held_rows = np.asarray(mask.any(axis=1))
    held_columns = np.asarray(mask.any(axis=0))
    row = np.flatnonzero(held_rows[rows] | held_rows[near_rows])
    column = np.flatnonzero(held_columns[columns] | held_columns[near_columns])
    near, far = mask[rows[row]].astype(np.float64), mask[near_rows[row]].astype(np.float64)
    lines = near * (1 - row_weight[row])[:, None] + far * row_weight[row][:, None]
    weight = column_weight[column]
    between = lines[:, columns[column]] * (1 - weight) + lines[:, near_columns[column]] * weight
    half[np.ix_(row, column)] = between >= _HALF
    return half


def _places(before: int, after: int, smoothed: bool) -> tuple[Int64Array, Int64Array, FloatArray]:
    """The pixel before and the one behind each new one, and the weight of the second."""
    new = np.arange(after)
    if not smoothed:
        step = 1 / (after / before)  # as OpenCV rounds it
        nearest = np.minimum(np.floor(new * step).astype(np.int64), before - 1)
        return nearest, nearest, np.zeros(after)
    place = np.clip((new + _HALF) * before / after - _HALF, 0, before - 1)
    first = np.floor(place).astype(np.int64)
    return first, np.minimum(first + 1, before - 1), place - first

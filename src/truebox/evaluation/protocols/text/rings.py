"""Which outlines are rings: neither crossing nor touching themselves, with something inside."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray

__all__ = ["are_rings"]

_LEAST_CORNERS = 3


def are_rings(corners: FloatArray) -> BoolArray:
    """Which of the outlines [N, P, 2] are valid as rings of simple features (OGC 06-103r4) are.

    A point that repeats the one before it says nothing, and is no fault. Two edges that meet anywhere but at
    the corner they share are one, and so is an outline without area.

    Examples
    --------
    >>> square, bow = [[0, 0], [4, 0], [4, 2], [0, 2]], [[0, 0], [4, 2], [4, 0], [0, 2]]
    >>> are_rings(np.array([square, bow], dtype=float)).tolist()
    [True, False]
    """
    good = np.ones(len(corners), dtype=bool)
    following = np.roll(corners, -1, axis=1)
    repeated = (corners == following).all(axis=2)
    for row in np.flatnonzero(repeated.any(axis=1)).tolist():
        kept = corners[row][~repeated[row]]
        good[row] = len(kept) >= _LEAST_CORNERS and bool(are_rings(kept[None])[0])
    rows = np.flatnonzero(~repeated.any(axis=1))
    good[rows] = _without_repeats(corners[rows])
    return good


def _without_repeats(corners: FloatArray) -> BoolArray:
    count = corners.shape[1]
    good = np.ones(len(corners), dtype=bool)
    if count < _LEAST_CORNERS:
        return np.zeros_like(good)
    begin = [corners[:, k] for k in range(count)]
    for one, other in combinations(range(count), 2):
        a, b, c, d = begin[one], begin[(one + 1) % count], begin[other], begin[(other + 1) % count]
        if other == one + 1:
            good &= ~_turns_back(a, b, d)
        elif (other + 1) % count == one:
            good &= ~_turns_back(c, d, b)
        else:
            good &= ~_meet(a, b, c, d)
    return good


def _turn(a: FloatArray, b: FloatArray, c: FloatArray) -> FloatArray:
    turn: FloatArray = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return np.sign(turn)


def _turns_back(a: FloatArray, b: FloatArray, c: FloatArray) -> BoolArray:
    """Whether the way from a to b goes back over itself to c."""
    back: BoolArray = (_turn(a, b, c) == 0) & (((b - a) * (c - b)).sum(axis=1) < 0)
    return back


def _meet(a: FloatArray, b: FloatArray, c: FloatArray, d: FloatArray) -> BoolArray:
    """Whether the edges from a to b and from c to d have a point in common."""
    low = np.maximum(np.minimum(a, b), np.minimum(c, d))
    high = np.minimum(np.maximum(a, b), np.maximum(c, d))
    met: BoolArray = (
        (low <= high).all(axis=1)
        & (_turn(a, b, c) * _turn(a, b, d) <= 0)
        & (_turn(c, d, a) * _turn(c, d, b) <= 0)
    )
    return met

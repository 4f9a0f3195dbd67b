"""Areas of outlines that cross themselves: what they go around the way they go around the most of it.

So geometry libraries mend such an outline by a buffer of nothing, as `buffer(0)` of shapely with GEOS 3.11
and later: of what the outline goes around the other way nothing is left.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from truebox.typing import FloatArray

__all__ = ["wound_area"]

_Point: TypeAlias = "tuple[Fraction, Fraction]"
_Edge: TypeAlias = "tuple[_Point, _Point, int, int]"


def wound_area(*outlines: FloatArray) -> float:
    """The area of all that lies inside each of the outlines [P, 2], exact but for the last rounding.

    Examples
    --------
    >>> import numpy as np
    >>> square = np.array([[0.0, 0], [4, 0], [4, 4], [0, 4]])
    >>> bow = np.array([[0.0, 0], [4, 4], [4, 0], [0, 4]])
    >>> wound_area(square), wound_area(bow), wound_area(square, bow)
    (16.0, 4.0, 4.0)
    """
    edges = [edge for side, outline in enumerate(outlines) for edge in _edges(outline.tolist(), side)]
    heights = {point[1] for edge in edges for point in edge[:2]}
    for one, other in combinations(edges, 2):
        heights.update(_crossing(one, other))
    area = Fraction(0)
    for low, high in pairwise(sorted(heights)):
        middle = (low + high) / 2
        across = sorted((_at(edge, middle), edge[2], edge[3]) for edge in edges if _spans(edge, low, high))
        wound = [0] * len(outlines)
        for (x, side, turn), (following, _, _) in pairwise(across):
            wound[side] += turn
            if all(each > 0 for each in wound):
                area += (following - x) * (high - low)
    return float(area)


def _edges(points: Sequence[Sequence[float]], side: int) -> Iterator[_Edge]:
    """Edges that are not level, from low to high, with the side and how winding changes beyond them."""
    exact = [(Fraction(x), Fraction(y)) for x, y in points]
    exact = [point for place, point in enumerate(exact) if point != exact[place - 1]]
    sign = _way_round(exact)
    for start, end in zip(exact, [*exact[1:], *exact[:1]], strict=True):
        if start[1] < end[1]:
            yield start, end, side, -sign
        elif end[1] < start[1]:
            yield end, start, side, sign


def _way_round(points: Sequence[_Point]) -> int:
    """1 where what the outline goes around from x to y is more than the rest, else -1."""
    following = [*points[1:], *points[:1]]
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, following, strict=True))
    return 1 if twice > 0 else -1


def _crossing(one: _Edge, other: _Edge) -> Iterator[Fraction]:
    """The height at which two edges cross, if they do."""
    low, high = max(one[0][1], other[0][1]), min(one[1][1], other[1][1])
    if low >= high:
        return
    first, last = _at(one, low) - _at(other, low), _at(one, high) - _at(other, high)
    if (first < 0) != (last < 0) and first != last:
        yield low + (high - low) * first / (first - last)


def _spans(edge: _Edge, low: Fraction, high: Fraction) -> bool:
    return edge[0][1] <= low and edge[1][1] >= high


def _at(edge: _Edge, height: Fraction) -> Fraction:
    (x, low), (end, high) = edge[:2]
    return x + (end - x) * (height - low) / (high - low)

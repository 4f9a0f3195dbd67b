"""The area of what two upright boxes cover, as the geometry library of the kits adds it up.

GEOS goes along the outline of the union, corner by corner and through the points where the boxes touch, and
adds up products that are rounded each. Where it begins decides the last bit, and that bit decides whether
half a word is found.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import FloatArray

__all__ = ["UprightBox", "united_area"]

Point = tuple[float, float]


class UprightBox(NamedTuple):
    """A box whose sides are upright.

    Parameters
    ----------
    left, top, right, bottom : float
    """

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, point: Point) -> bool:
        """Whether a point is inside, and not on a side."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom


def united_area(first: FloatArray, second: FloatArray) -> float:
    """The area of the union of two upright boxes that share an area.

    Parameters
    ----------
    first, second : float64 arrays [4, 2]
        Corners one after another, in either direction.

    Examples
    --------
    >>> import numpy as np
    >>> box = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]])
    >>> united_area(box, box + 1)
    13.0
    """
    rings: list[list[Point]] = [[(x, y) for x, y in ring.tolist()] for ring in (first, second)]
    boxes = [_bounds(ring) for ring in rings]
    met = {
        (x, y)
        for one, other in (boxes, boxes[::-1])
        for x in (one.left, one.right)
        for y in (other.top, other.bottom)
        if other.left <= x <= other.right and one.top <= y <= one.bottom
    }
    corners = {
        corner
        for ring, other in zip(rings, boxes[::-1], strict=True)
        for corner in ring
        if not other.holds(corner)
    }
    across = (max(box.left for box in boxes) + min(box.right for box in boxes)) / 2
    down = (max(box.top for box in boxes) + min(box.bottom for box in boxes)) / 2
    around = sorted(met | corners, key=lambda point: -math.atan2(point[1] - down, point[0] - across))
    # The library leaves out the first point of the first piece until it closes the outline.
    begin = around.index(_first_point(rings, boxes, met)) + 1
    return _added_up(around[begin:] + around[:begin])


def _bounds(ring: Sequence[Point]) -> UprightBox:
    across, down = zip(*ring, strict=True)
    return UprightBox(min(across), min(down), max(across), max(down))


def _first_point(rings: Sequence[list[Point]], boxes: Sequence[UprightBox], met: set[Point]) -> Point:
    """Where the first piece begins, of the first box from its first corner on, that the second leaves out."""
    for ring, other in zip(rings, reversed(boxes), strict=True):
        path = _path(ring, met)
        stops = [0, *(place for place in range(1, len(path)) if path[place] in met), len(path)]
        for begin, end in itertools.pairwise(stops):
            (left, top), (right, bottom) = path[begin], path[(begin + 1) % len(path)]
            if not other.holds(((left + right) / 2, (top + bottom) / 2)):
                return path[begin] if _is_clockwise(ring) else path[end % len(path)]
    return rings[0][0]


def _path(ring: Sequence[Point], met: set[Point]) -> list[Point]:
    """The corners, and the points between them where the boxes meet."""
    path: list[Point] = []
    for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
        low, high = (
            (min(start[0], end[0]), min(start[1], end[1])),
            (max(start[0], end[0]), max(start[1], end[1])),
        )
        between = [
            (x, y)
            for x, y in met
            if low[0] <= x <= high[0] and low[1] <= y <= high[1] and (x, y) not in (start, end)
        ]
        from_start = sorted(between, key=lambda point: abs(point[0] - start[0]) + abs(point[1] - start[1]))
        path += [start, *from_start]
    return path


def _is_clockwise(ring: Sequence[Point]) -> bool:
    """Where y points up."""
    twice = 0.0
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
        twice += x * v - u * y
    return twice < 0


def _added_up(ring: Sequence[Point]) -> float:
    """The area, by corners counted from the first."""
    total = 0.0
    for place in range(1, len(ring)):
        across = ring[place][0] - ring[0][0]
        total += across * (ring[place - 1][1] - ring[(place + 1) % len(ring)][1])
    return abs(total / 2)

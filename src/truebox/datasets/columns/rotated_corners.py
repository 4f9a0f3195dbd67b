"""A box that was turned: its corners, and the upright box around points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

__all__ = ["angle_of", "extent", "rotated_corners"]


def rotated_corners(box: Sequence[float], degrees: float, about: Literal["centre", "corner"]) -> list[float]:
    """``x, y`` of the four corners of a box turned clockwise (as seen, y down), from the first corner on.

    Examples
    --------
    >>> [round(number, 9) for number in rotated_corners((10, 10, 4, 2), 90, "corner")]
    [10.0, 10.0, 10.0, 14.0, 8.0, 14.0, 8.0, 10.0]
    """
    x, y, width, height = box
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    pivot = (x + width / 2, y + height / 2) if about == "centre" else (x, y)
    corners: list[float] = []
    for corner_x, corner_y in ((x, y), (x + width, y), (x + width, y + height), (x, y + height)):
        right, down = corner_x - pivot[0], corner_y - pivot[1]
        corners += [pivot[0] + right * cosine - down * sine, pivot[1] + right * sine + down * cosine]
    return corners


def extent(points: Sequence[float]) -> tuple[float, float, float, float]:
    """``x, y, width, height`` of the upright box around ``x, y, x, y, ...``.

    Examples
    --------
    >>> extent([5, 1, 2, 8])
    (2, 1, 3, 7)
    """
    xs, ys = points[0::2], points[1::2]
    left, top = min(xs), min(ys)
    return left, top, max(xs) - left, max(ys) - top


def angle_of(corners: Sequence[float]) -> float:
    """Degrees, clockwise as seen, by which the edge from the first corner to the second is turned.

    Examples
    --------
    >>> angle_of([0, 0, 0, 5, -2, 5, -2, 0])
    90.0
    """
    return math.degrees(math.atan2(corners[3] - corners[1], corners[2] - corners[0]))

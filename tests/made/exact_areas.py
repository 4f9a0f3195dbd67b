"""Exact areas in rational arithmetic: Sutherland-Hodgman clipping of a simple polygon by a convex one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

Point = tuple[Fraction, Fraction]


def exact_points(points: Iterable[Iterable[float]]) -> list[Point]:
    """Floating-point numbers are rational already: nothing is rounded."""
    return [(Fraction(float(x)), Fraction(float(y))) for x, y in points]


def exact_area(points: list[Point]) -> Fraction:
    """Signed area by the shoelace formula."""
    following = points[1:] + points[:1]
    return (
        sum((x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, following, strict=True)), Fraction(0))
        / 2
    )


def _side(point: Point, start: Point, end: Point) -> Fraction:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _cut(points: list[Point], start: Point, end: Point) -> list[Point]:
    """The part to the left of a line; bridges along the line have no area."""
    kept = []
    for here, there in zip(points, points[1:] + points[:1], strict=True):
        a, b = _side(here, start, end), _side(there, start, end)
        if a >= 0:
            kept.append(here)
        if (a > 0 > b) or (a < 0 < b):
            way = a / (a - b)
            kept.append((here[0] + (there[0] - here[0]) * way, here[1] + (there[1] - here[1]) * way))
    return kept


def exact_iou(simple: np.ndarray, convex: np.ndarray) -> float:
    """IoU of two polygons [K, 2], rounded once; the second must be convex."""
    subject, clip = exact_points(simple), exact_points(convex)
    if exact_area(clip) < 0:
        clip.reverse()
    shared = subject
    for start, end in zip(clip, clip[1:] + clip[:1], strict=True):
        shared = _cut(shared, start, end) if shared else []
    inside = abs(exact_area(shared)) if shared else Fraction(0)
    union = abs(exact_area(subject)) + abs(exact_area(clip)) - inside
    return float(inside / union) if union else 0.0

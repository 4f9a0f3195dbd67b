"""The eight shapes that live in the small world: outlines, proportions, and what they are mistaken for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["SHAPES", "SceneShape"]

Points = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class SceneShape:
    """One kind of object.

    Parameters
    ----------
    name : str
        Also the name of its class.
    outline : callable
        Gives the closed outline [K, 2] around the origin, at most one unit away in x and y.
    stretch : (low, high)
        Width divided by height, before turning.
    turn : float
        Turned by the angles whose half has a tangent of up to this: 0 stays upright, 1 is any direction.
    mistaken_for : tuple of str
        Classes that look much alike, the likeliest first.
    """

    name: str
    outline: Callable[[], FloatArray]
    stretch: tuple[float, float]
    turn: float
    mistaken_for: tuple[str, ...]


def _round(steps: int, radius: float = 1.0, start: float = 0.0, sweep: float = 2 * pi) -> Points:
    """Walk along an arc of a circle, the end point left out."""
    angles = (start + sweep * step / steps for step in range(steps))
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _softened(corners: Points, softness: float, steps: int = 4) -> Points:
    """Replace each corner by a quadratic Bézier curve that begins and ends `softness` along its sides."""
    points: Points = []
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        begin = tuple(c + softness * (b - c) for b, c in zip(before, corner, strict=True))
        end = tuple(c + softness * (a - c) for a, c in zip(after, corner, strict=True))
        for step in range(steps + 1):
            t = step / steps
            x, y = (
                (1 - t) * (1 - t) * b + 2 * t * (1 - t) * c + t * t * e
                for b, c, e in zip(begin, corner, end, strict=True)
            )
            points.append((x, y))
    return points


def _disc() -> FloatArray:
    return np.array(_round(40))


def _quadrilateral() -> FloatArray:
    return np.array(_softened([(-1, -1), (1, -1), (1, 1), (-1, 1)], 0.09))


def _triangle() -> FloatArray:
    return np.array(_softened([(0, -1), (1, 0.8), (-1, 0.8)], 0.08))


def _star() -> FloatArray:
    corners = [
        (radius * sin(step * pi / 5), -radius * cos(step * pi / 5))
        for step in range(10)
        for radius in ((1.0, 0.48)[step % 2],)
    ]
    return np.array(_softened(corners, 0.14))


def _ring() -> FloatArray:
    """One line around the outside, across, back around the hole, and across again: COCO has no holes."""
    outside, hole = _round(40), _round(32, 0.55)
    return np.array([*outside, outside[0], hole[0], *hole[:0:-1], hole[0]])


def _capsule() -> FloatArray:
    """A straight part with a half circle at each end, three times as long as wide before stretching."""
    ends = [(x + 2, y) for x, y in _round(14, 1, -pi / 2, pi)] + [(2.0, 1.0)]
    ends += [(x - 2, y) for x, y in _round(14, 1, pi / 2, pi)] + [(-2.0, -1.0)]
    return np.array(ends) * [1 / 3, 1.0]


SHAPES: dict[str, SceneShape] = {
    shape.name: shape
    for shape in (
        SceneShape("circle", _disc, (1.0, 1.0), 0.0, ("ellipse", "ring")),
        SceneShape("ellipse", _disc, (1.45, 2.2), 1.0, ("circle", "capsule")),
        SceneShape("square", _quadrilateral, (1.0, 1.0), 0.2, ("rectangle",)),
        SceneShape("rectangle", _quadrilateral, (1.5, 2.4), 1.0, ("square", "capsule")),
        SceneShape("triangle", _triangle, (0.9, 1.25), 0.35, ("star",)),
        SceneShape("star", _star, (1.0, 1.0), 0.25, ("triangle",)),
        SceneShape("ring", _ring, (1.0, 1.0), 0.0, ("circle",)),
        SceneShape("capsule", _capsule, (2.2, 3.2), 1.0, ("ellipse", "rectangle")),
    )
}
"""Every shape by name, in the order of the classes."""

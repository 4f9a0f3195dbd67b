"""Area that two rotated boxes share."""

from __future__ import annotations

from typing import Any, TypeAlias

from truebox.formulas.rotated.frame import rotated_frame

__all__ = ["rotated_areas", "rotated_intersection"]

_Edge: TypeAlias = "tuple[tuple[Any, Any], ...]"


def rotated_areas(xp: Any, a: Any, b: Any) -> tuple[Any, Any, Any]:
    """The areas of `a` and `b`, and what they share, which rounding does not make larger than either.

    Examples
    --------
    >>> import numpy as np
    >>> tile, image = np.array([0, 0, 4, 2, 0.0]), np.array([2, 0, 4, 4, 0.0])
    >>> [float(each.round(12)) for each in rotated_areas(np, tile, image)]
    [8.0, 16.0, 4.0]
    """
    area_a, area_b = a[..., 2] * a[..., 3], b[..., 2] * b[..., 3]
    return area_a, area_b, xp.minimum(rotated_intersection(xp, a, b), xp.minimum(area_a, area_b))


def rotated_intersection(xp: Any, a: Any, b: Any) -> Any:
    """Shared area of rotated boxes, differentiable almost everywhere.

    In the frame of `a`, which is then ``|x| <= w/2, |y| <= h/2``, the area is minus the sum over the edges of
    `b` of the integral of ``clip(y(x), -h/2, h/2) dx``, with x clipped to ``[-w/2, w/2]``: Green's theorem on
    the vertical sections. No edge is ever asked whether it crosses another, so touching and identical boxes
    are ordinary cases.

    Parameters
    ----------
    xp : module
        The array library: ``cos``, ``sin``, ``abs``, ``minimum``, ``maximum``, ``where``, ``zeros_like`` and
        ``ones_like`` are used.
    a, b : array [..., 5]
        Centre x and y, width, height, angle in radians; a positive angle turns the x axis toward the y axis.
        Leading dimensions broadcast, so ``a[:, None]`` with ``b`` is pairwise.

    Returns
    -------
    array [...]
        At least 0; boxes that are apart may share a rounding error.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox import formulas
    >>> square, diamond = np.array([0, 0, 2, 2, 0.0]), np.array([0, 0, 2, 2, np.pi / 4])
    >>> float(formulas.rotated_intersection(np, square, diamond))  # doctest: +ELLIPSIS
    3.3137084989...
    """
    x, y, cos, sin = rotated_frame(xp, a, b)
    half = a[..., 2] / 2, a[..., 3] / 2
    ux, uy = b[..., 2] / 2 * cos, b[..., 2] / 2 * sin
    vx, vy = -b[..., 3] / 2 * sin, b[..., 3] / 2 * cos
    corners = (
        (x - ux - vx, y - uy - vy),
        (x + ux - vx, y + uy - vy),
        (x + ux + vx, y + uy + vy),
        (x - ux + vx, y - uy + vy),
        (x - ux - vx, y - uy - vy),
    )
    along, across = _slope(xp, ux, uy), _slope(xp, vx, vy)
    twice = (
        _band_integral(xp, corners[:2], along, half)
        + _band_integral(xp, corners[2:4], along, half)
        + _band_integral(xp, corners[1:3], across, half)
        + _band_integral(xp, corners[3:], across, half)
    )
    return xp.maximum(-twice / 2, xp.zeros_like(twice))


def _slope(xp: Any, run: Any, rise: Any) -> Any:
    # An edge this steep covers no x worth counting: its slope must stay finite, and so must the square of it,
    # which is in its gradient, in float32.
    steep = xp.abs(run) <= 1e-15 * xp.abs(rise)
    return xp.where(steep, xp.zeros_like(run), rise / xp.where(steep, xp.ones_like(run), run))


def _band_integral(xp: Any, edge: _Edge, slope: Any, half: tuple[Any, Any]) -> Any:
    """Twice the integral of ``clip(y, -high, high)`` over the part of an edge with ``|x| <= wide``."""
    (start, end), (wide, high) = edge, half
    left, right = _clip(xp, start[0], wide), _clip(xp, end[0], wide)
    y_left = start[1] + slope * (left - start[0])
    y_right = end[1] + slope * (right - end[0])
    low, top = _clip(xp, y_left, high), _clip(xp, y_right, high)
    rise = y_right - y_left
    # So level that its square, which is in the gradient, could vanish; and that its height is rounding.
    level = xp.abs(rise) <= 1e-15 * (wide + high + xp.abs(y_left) + xp.abs(y_right))
    inside = xp.where(level, xp.zeros_like(rise), (top - low) / xp.where(level, xp.ones_like(rise), rise))
    return (right - left) * ((low + top) + ((y_left + y_right) - (low + top)) * inside)


def _clip(xp: Any, value: Any, limit: Any) -> Any:
    return xp.minimum(xp.maximum(value, -limit), limit)

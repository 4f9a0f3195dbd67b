"""Whether x and y of a box are its corner or its centre, where only points beside them can tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from truebox.datasets.columns.rotated_corners import extent

__all__ = ["Layout", "seen_layout"]

_NEAR = 1.0


@dataclass(frozen=True, slots=True)
class Layout:
    """What was seen: `name` is ``xywh``, ``cxcywh``, or None where nothing decides."""

    name: str | None
    corners: int
    centres: int


def seen_layout(boxes: Iterable[tuple[Sequence[float], Sequence[float]]]) -> Layout:
    """The one reading of ``x, y, width, height`` that the points beside them bear out.

    Parameters
    ----------
    boxes : iterable of (numbers, points)
        ``x, y, width, height`` and ``x, y, x, y ...`` (empty where there are none).

    Examples
    --------
    >>> seen_layout([([10, 10, 4, 4], [10, 10, 14, 14])]).name
    'xywh'
    >>> seen_layout([([12, 12, 4, 4], [10, 10, 14, 14])]).name
    'cxcywh'
    >>> seen_layout([([12, 12, 4, 4], [])]).name
    """
    corners = centres = flat = total = 0
    for (x, y, width, height), points in boxes:
        total += 1
        flat += width == 0 and height == 0
        if points:
            left, top, wide, high = extent(points)
            fits = abs(wide - width) <= _NEAR and abs(high - height) <= _NEAR
            as_corner = fits and abs(left - x) <= _NEAR and abs(top - y) <= _NEAR
            as_centre = fits and abs(left + wide / 2 - x) <= _NEAR and abs(top + high / 2 - y) <= _NEAR
            corners += as_corner and not as_centre
            centres += as_centre and not as_corner
    if flat == total or (corners and not centres):
        return Layout("xywh", corners, centres)
    return Layout("cxcywh" if centres and not corners else None, corners, centres)

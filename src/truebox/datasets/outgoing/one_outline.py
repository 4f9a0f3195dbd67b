"""An object that a format draws either as a box or as one polygon, whose extent then is the box."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.format import NotHeld

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject

__all__ = ["one_outline", "outlines_not_held"]

# COCO rounds boxes to 2 decimals and leaves polygons as they are.
_NEAR = 0.05
_SAME = 1e-9


def one_outline(each: WrittenObject) -> list[float] | None:
    """The object's polygon, where it has one and its extent is the box to 0.05 px; else the box is drawn.

    Examples
    --------
    >>> from truebox.datasets.outgoing.written_images import WrittenObject
    >>> one_outline(WrittenObject("cat", [0, 0, 2, 2], polygons=[[0, 0, 2, 0, 1, 2]]))
    [0, 0, 2, 0, 1, 2]
    >>> one_outline(WrittenObject("cat", [0, 0, 9, 9], polygons=[[0, 0, 2, 0, 1, 2]]))
    """
    return each.polygons[0] if _distance(each) <= _NEAR else None


def outlines_not_held(images: Iterable[WrittenImage]) -> tuple[NotHeld, ...]:
    """Polygons that are not written, and boxes that move to the extent of the polygon that is.

    Examples
    --------
    >>> outlines_not_held([])
    ()
    """
    objects = [each for image in images for each in image.objects if each.polygons]
    distances = [_distance(each) for each in objects]
    dropped = sum(distance > _NEAR for distance in distances)
    moved = sum(_SAME < distance <= _NEAR for distance in distances)
    found = (
        NotHeld(
            "polygons of objects with several, or that do not fill their box: the box is written", dropped
        ),
        NotHeld(f"boxes that move, by up to {_NEAR} px, to the extent of their polygon", moved),
    )
    return tuple(each for each in found if each.count)


def _distance(each: WrittenObject) -> float:
    """How far the box lies from the extent of the one polygon; infinite where there is not one."""
    if len(each.polygons) != 1 or len(each.polygons[0]) < 6:
        return float("inf")
    x, y, width, height = extent(each.polygons[0])
    corners = (x, y, x + width, y + height)
    box = (each.box[0], each.box[1], each.box[0] + each.box[2], each.box[1] + each.box[3])
    return max(abs(a - b) for a, b in zip(corners, box, strict=True))

"""The shapes of CVAT XML: what each tag's numbers are, and the box around it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.rotated_corners import extent, rotated_corners
from truebox.datasets.formats.cvat.mask import cvat_mask
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.texts.xml.attributes import XmlAttributes

__all__ = ["SHAPES", "CvatShape", "flags_of", "read_shape"]

SHAPES = ("box", "polygon", "ellipse", "mask", "points", "polyline", "cuboid", "skeleton", "tag")
"""Tags that stand for a shape, of those Truebox reads and those it leaves out."""

_RIM = 64


@dataclass(slots=True)
class CvatShape:
    """One shape as written: `numbers` are ``xtl, ytl, xbr, ybr``, ``cx, cy, rx, ry``, or points.

    Examples
    --------
    >>> CvatShape("box", [10.0, 20.0, 30.0, 60.0], 0.0).geometry()["box"]
    (10.0, 20.0, 20.0, 40.0)
    """

    kind: str
    numbers: list[float]
    rotation: float
    runs: tuple[int, ...] = ()

    def geometry(self, size: tuple[int, int] | None = None) -> dict[str, Any]:
        """``box``, ``polygons``, ``keypoints``, ``attributes``; ``mask`` where the image has a `size`."""
        if self.kind == "box":
            return self._box()
        if self.kind == "ellipse":
            return self._ellipse()
        if self.kind == "mask":
            left, top, width, height = self.numbers
            held: dict[str, Any] = {"box": (left, top, width, height), "attributes": {}}
            if size is not None:
                held["mask"] = cvat_mask(self.runs, (int(left), int(top), int(width), int(height)), size)
            return held
        if self.kind == "points":
            pairs = zip(self.numbers[0::2], self.numbers[1::2], strict=True)
            keypoints = [value for x, y in pairs for value in (x, y, 2.0)]
            return {"box": extent(self.numbers), "keypoints": keypoints, "attributes": {}}
        return {"box": extent(self.numbers), "polygons": [self.numbers], "attributes": {}}

    def _box(self) -> dict[str, Any]:
        left, top, right, bottom = self.numbers
        box = (left, top, right - left, bottom - top)
        if self.rotation == 0:
            return {"box": box, "attributes": {}}
        corners = rotated_corners(box, self.rotation, "centre")
        return {"box": extent(corners), "polygons": [corners], "attributes": {"angle": self.rotation}}

    def _ellipse(self) -> dict[str, Any]:
        x, y, wide, high = self.numbers
        turn = math.radians(self.rotation)
        # The upright box around a turned ellipse (conic sections; any text on analytic geometry).
        half_width = math.hypot(wide * math.cos(turn), high * math.sin(turn))
        half_height = math.hypot(wide * math.sin(turn), high * math.cos(turn))
        rim: list[float] = []
        for step in range(_RIM):
            along, across = math.cos(2 * math.pi * step / _RIM), math.sin(2 * math.pi * step / _RIM)
            right, down = wide * along, high * across
            rim.append(x + right * math.cos(turn) - down * math.sin(turn))
            rim.append(y + right * math.sin(turn) + down * math.cos(turn))
        box = (x - half_width, y - half_height, 2 * half_width, 2 * half_height)
        angle = {"angle": self.rotation} if self.rotation else {}
        return {"box": box, "polygons": [rim], "attributes": angle}


def read_shape(kind: str, given: XmlAttributes) -> CvatShape:
    """The shape of a tag out of `SHAPES` that has a box (E-440, E-441, E-451).

    Examples
    --------
    >>> from truebox.datasets.texts.xml.attributes import XmlAttributes
    >>> read_shape("polygon", XmlAttributes({"points": "1,2;5,2;5,9"}, "a.xml image 0 polygon 1")).numbers
    [1.0, 2.0, 5.0, 2.0, 5.0, 9.0]
    """
    rotation = given.number("rotation", 0.0)
    if kind == "box":
        return CvatShape(kind, given.numbers("xtl", "ytl", "xbr", "ybr"), rotation)
    if kind == "ellipse":
        numbers = given.numbers("cx", "cy", "rx", "ry")
        if numbers[2] < 0 or numbers[3] < 0:
            raise InputError("E-451", given.place, "a radius is negative", "draw the ellipse again")
        return CvatShape(kind, numbers, rotation)
    if kind == "mask":
        numbers = [float(given.whole(key)) for key in ("left", "top", "width", "height")]
        return CvatShape(kind, numbers, 0.0, _runs(given.text("rle"), given.place))
    points = given.points("points")
    if kind == "polygon" and len(points) < 6:
        raise InputError("E-451", given.place, f"{len(points) // 2} points make no polygon", "draw it again")
    return CvatShape(kind, points, 0.0)


def _runs(text: str, place: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() and len(part) < 12 for part in parts):
        raise InputError("E-440", f"{place} rle", "need whole numbers with commas", "export the masks again")
    return tuple(int(part) for part in parts)


def flags_of(values: Mapping[str, Any]) -> tuple[bool, bool]:
    """Whether attributes say that a shape is a crowd, and that it is to be ignored.

    Examples
    --------
    >>> flags_of({"is_crowd": True, "difficult": False})
    (True, False)
    """
    return values.get("is_crowd") is True, values.get("ignore") is True or values.get("difficult") is True

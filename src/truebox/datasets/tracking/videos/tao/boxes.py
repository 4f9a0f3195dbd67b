"""The box of one entry of TAO's lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["tao_box"]

_SIDES = ("x", "y", "width", "height")


def tao_box(each: JsonObject) -> list[float]:
    """Its four numbers, sizes not below 0.

    Raises
    ------
    InputError
        There are not four numbers (E-440, E-441), or a size is negative (E-122).

    Examples
    --------
    >>> tao_box(JsonObject({"bbox": [1, 2, 3, 4]}, "found.json[0]"))
    [1.0, 2.0, 3.0, 4.0]
    """
    held = each.listed("bbox")
    if len(held) != len(_SIDES):
        raise each.wrong("bbox", "[x, y, width, height]")
    named: Mapping[str, object] = dict(zip(_SIDES, held, strict=True))
    box = JsonObject(named, f"{each.place} bbox").numbers(*_SIDES)
    if min(box[2:]) < 0:
        problem = f"width, height are {box[2]:g}, {box[3]:g}"
        raise InputError("E-122", each.place, problem, "write x, y, width, height, not corners")
    return box

"""Label Studio's regions: percentages of the picture to pixels and back.

Facts, from label-studio-sdk 2.1.2 (``converter/utils.py``, ``converter/converter.py``): ``x``, ``y``,
``width``, ``height`` are 0 to 100 of ``original_width`` and ``original_height``; ``x, y`` is the top-left
corner, about which ``rotation`` turns clockwise in pixels; an ellipse has its centre and ``radiusX``,
``radiusY`` in percent of width and height; the first label of a region names its class.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.rotated_corners import extent, rotated_corners
from truebox.datasets.formats.cvat.shapes import CvatShape
from truebox.datasets.outgoing.one_outline import one_outline
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.datasets.texts.json_object import JsonObject

__all__ = ["read_back", "region_geometry", "region_label", "written_region"]


def region_label(region: JsonObject, labels: dict[str, str]) -> str:
    """The class of a region: its own first label, or that of the label with the same id (E-441)."""
    value = region.object("value")
    for key, held in value.values.items():
        if key.endswith("labels") and isinstance(held, list) and held and isinstance(held[0], str):
            return held[0]
    own = labels.get(str(region.values.get("id")))
    if own is None:
        raise InputError("E-441", region.place, "the region has no label", "give it a label, or delete it")
    return own


def region_geometry(region: JsonObject) -> dict[str, Any] | None:
    """Box, polygons and attributes in pixels; None for a kind without a box (E-440, E-450, E-451)."""
    kind = str(region.values.get("type", ""))
    value = region.object("value")
    if kind.startswith("keypoint"):
        return None
    if "rle" in value or kind.startswith(("brush", "video")):
        problem = f"a region of type {kind or 'brush'} is not read"
        raise InputError(
            "E-451", region.place, problem, "draw boxes or polygons, or export masks as COCO JSON"
        )
    if region.number("image_rotation", 0.0) != 0:
        problem = "the picture was turned while it was labelled"
        raise InputError("E-451", region.place, problem, "turn it back and export again")
    width, height = _size(region, value)
    if "points" in value:
        flat = value.points("points")
        if len(flat) < 6:
            problem = f"{len(flat) // 2} points make no polygon"
            raise InputError("E-451", region.place, problem, "draw it again")
        pixels = [part * (height if place % 2 else width) / 100 for place, part in enumerate(flat)]
        return {"box": extent(pixels), "polygons": [pixels], "attributes": {}}
    angle = value.number("rotation", 0.0)
    if "radiusX" in value:
        x, y, wide, high = value.numbers("x", "y", "radiusX", "radiusY")
        numbers = [x * width / 100, y * height / 100, wide * width / 100, high * height / 100]
        return CvatShape("ellipse", numbers, angle).geometry()
    x, y, wide, high = value.numbers("x", "y", "width", "height")
    box = (x * width / 100, y * height / 100, wide * width / 100, high * height / 100)
    if angle == 0:
        return {"box": box, "attributes": {}}
    corners = rotated_corners(box, angle, "corner")
    return {"box": extent(corners), "polygons": [corners], "attributes": {"angle": angle}}


def _size(region: JsonObject, value: JsonObject) -> tuple[int, int]:
    # The short export (JSON_MIN) holds the size beside the numbers.
    holder = region if "original_width" in region else value
    if "original_width" not in holder or "original_height" not in holder:
        problem = "original_width and original_height are missing"
        raise InputError(
            "E-450", region.place, problem, "write them in every region, or export the tasks as JSON again"
        )
    return holder.whole("original_width"), holder.whole("original_height")


def written_region(each: WrittenObject, image: WrittenImage, name: str) -> dict[str, Any]:
    """An object as a region of an image whose size is known."""
    outline = one_outline(each)
    angle = each.attributes.get("angle")
    value: dict[str, Any]
    kind = "rectanglelabels"
    if outline is None:
        x, y, wide, high = each.box
        value = {**_percent((x, y, wide, high), image), "rotation": 0}
    elif len(outline) == 8 and isinstance(angle, int | float) and _is_turned(outline, angle):
        wide, high = math.dist(outline[:2], outline[2:4]), math.dist(outline[2:4], outline[4:6])
        value = {**_percent((outline[0], outline[1], wide, high), image), "rotation": angle}
    else:
        pairs = zip(outline[0::2], outline[1::2], strict=True)
        value = {
            "points": [[_share(x, image.width), _share(y, image.height)] for x, y in pairs],
            "closed": True,
        }
        kind = "polygonlabels"
    return {
        "id": name,
        "type": kind,
        "from_name": "label",
        "to_name": "image",
        "original_width": image.width,
        "original_height": image.height,
        "image_rotation": 0,
        "value": {**value, kind: [each.label]},
        **({} if each.score is None else {"score": each.score}),
    }


def _percent(box: tuple[float, float, float, float], image: WrittenImage) -> dict[str, float]:
    sizes = (image.width, image.height, image.width, image.height)
    keys = ("x", "y", "width", "height")
    return {key: _share(number, size) for key, number, size in zip(keys, box, sizes, strict=True)}


def read_back(each: WrittenObject, image: WrittenImage) -> list[float]:
    """The box of a written region as it is read: a percentage may have no number for its last digits.

    Examples
    --------
    >>> from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    >>> read_back(WrittenObject("cat", [1.0, 2.0, 3.0, 4.0]), WrittenImage("a.jpg", 8, 8))
    [1.0, 2.0, 3.0, 4.0]
    """
    if one_outline(each) is not None:
        return each.box
    sizes = (image.width, image.height, image.width, image.height)
    return [_share(number, size) * size / 100 for number, size in zip(each.box, sizes, strict=True)]


def _share(number: float, size: int) -> float:
    """The percentage that is read back to the number in every bit, where there is one."""
    share = 100 * number / size
    near = (share, math.nextafter(share, math.inf), math.nextafter(share, -math.inf))
    return next((each for each in near if each * size / 100 == number), share)


def _is_turned(outline: list[float], angle: float) -> bool:
    wide, high = math.dist(outline[:2], outline[2:4]), math.dist(outline[2:4], outline[4:6])
    again = rotated_corners((outline[0], outline[1], wide, high), angle, "corner")
    return max(abs(a - b) for a, b in zip(again, outline, strict=True)) < 1e-6

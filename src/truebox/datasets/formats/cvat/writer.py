"""Truth to CVAT XML for images."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_file import whole_file
from truebox.datasets.columns.rotated_corners import rotated_corners
from truebox.datasets.outgoing.not_held import truth_not_held
from truebox.datasets.outgoing.one_outline import one_outline, outlines_not_held
from truebox.datasets.outgoing.written_images import truth_by_image
from truebox.datasets.texts.xml.text import xml_text, xml_value

if TYPE_CHECKING:
    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Truth

__all__ = ["write_truth"]

_KEPT = {"sizes", "empty images", "empty classes", "crowd", "ignore", "polygons", "attributes"}


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write "CVAT for images 1.1"; the file appears only when it is complete."""
    images = truth_by_image(truth)
    kinds = _kinds(images)
    with whole_file(path) as stream:
        for line in _lines(truth, images, kinds):
            stream.write(line.encode() + b"\n")
    return (*truth_not_held(truth, _KEPT), *outlines_not_held(images))


def _lines(truth: Truth, images: list[WrittenImage], kinds: dict[str, str]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield "<annotations>\n<version>1.1</version>\n<meta><task>"
    yield f"<size>{len(images)}</size><mode>annotation</mode>"
    yield "<labels>"
    attributes = "".join(
        f"<attribute><name>{xml_text(name)}</name><input_type>{kind}</input_type></attribute>"
        for name, kind in kinds.items()
    )
    for name in truth.categories.names:
        yield f"<label><name>{xml_text(name)}</name><attributes>{attributes}</attributes></label>"
    yield "</labels>\n</task></meta>"
    for number, image in enumerate(images):
        size = f' width="{image.width}" height="{image.height}"' if image.width and image.height else ""
        yield f'<image id="{number}" name={xml_value(image.name)}{size}>'
        yield from (_shape(each) for each in image.objects)
        yield "</image>"
    yield "</annotations>"


def _kinds(images: list[WrittenImage]) -> dict[str, str]:
    """How each attribute is to be declared."""
    types: dict[str, set[type]] = {}
    for image in images:
        for each in image.objects:
            for name, value in _attributes(each).items():
                types.setdefault(name, set()).add(type(value))
    return {
        name: "checkbox" if held == {bool} else "number" if held <= {int, float} else "text"
        for name, held in types.items()
    }


def _attributes(each: WrittenObject) -> dict[str, Any]:
    flags = {"is_crowd": each.crowd, "ignore": each.ignore and each.attributes.get("difficult") is not True}
    held = {name: value for name, value in each.attributes.items() if name not in ("occluded", "angle")}
    return {**{name: True for name, flag in flags.items() if flag}, **held}


def _shape(each: WrittenObject) -> str:
    x, y, width, height = each.box
    outline = one_outline(each)
    turned = _turned(each, outline)
    if turned is not None:
        x, y, width, height = turned
        outline = None
    if outline is not None:
        points = ";".join(f"{a!r},{b!r}" for a, b in zip(outline[0::2], outline[1::2], strict=True))
        tag, where = "polygon", f'points="{points}"'
    else:
        tag = "box"
        where = f'xtl="{x!r}" ytl="{y!r}" xbr="{x + width!r}" ybr="{y + height!r}"'
    rotation = f' rotation="{each.attributes["angle"]!r}"' if turned is not None else ""
    occluded = int(each.attributes.get("occluded") is True)
    inner = "".join(
        f"<attribute name={xml_value(name)}>{xml_text(_said(value))}</attribute>"
        for name, value in _attributes(each).items()
    )
    return f'<{tag} label={xml_value(each.label)} occluded="{occluded}" {where}{rotation}>{inner}</{tag}>'


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _turned(each: WrittenObject, outline: list[float] | None) -> tuple[float, float, float, float] | None:
    """The box before it was turned, where the outline is a rectangle turned by the angle that is kept."""
    angle = each.attributes.get("angle")
    if outline is None or len(outline) != 8 or not isinstance(angle, int | float):
        return None
    width, height = math.dist(outline[:2], outline[2:4]), math.dist(outline[2:4], outline[4:6])
    across, down = ((outline[k] + outline[k + 2] + outline[k + 4] + outline[k + 6]) / 4 for k in (0, 1))
    box = (across - width / 2, down - height / 2, width, height)
    again = rotated_corners(box, angle, "centre")
    return box if max(abs(a - b) for a, b in zip(again, outline, strict=True)) < 1e-6 else None

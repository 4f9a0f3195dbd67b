"""Records as Prodigy's lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.not_held import truth_not_held
from truebox.datasets.outgoing.one_outline import one_outline, outlines_not_held
from truebox.datasets.outgoing.written_images import truth_by_image

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Truth

__all__ = ["write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    images = truth_by_image(truth)
    with whole_file(path) as stream:
        for image in images:
            stream.write(json.dumps(_task(image), ensure_ascii=False, allow_nan=False).encode() + b"\n")
    return (*truth_not_held(truth, {"sizes", "empty images", "polygons"}), *outlines_not_held(images))


def _task(image: WrittenImage) -> dict[str, Any]:
    size = {"width": image.width, "height": image.height} if image.width and image.height else {}
    spans = [_span(each) for each in image.objects]
    return {"image": image.name, **size, "spans": spans, "answer": "accept"}


def _span(each: WrittenObject) -> dict[str, Any]:
    x, y, width, height = each.box
    outline = one_outline(each)
    if outline is None:
        points = [[x, y], [x, y + height], [x + width, y + height], [x + width, y]]
    else:
        points = [[a, b] for a, b in zip(outline[0::2], outline[1::2], strict=True)]
    return {
        "label": each.label,
        "type": "rect" if outline is None else "polygon",
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "center": [x + width / 2, y + height / 2],
        "points": points,
    }

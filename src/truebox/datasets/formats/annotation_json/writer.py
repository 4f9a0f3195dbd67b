"""Records as the simple JSON of labelling tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.one_outline import one_outline, outlines_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]


_KEPT = {"sizes", "empty images", "crowd", "ignore", "polygons", "attributes"}


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    images = truth_by_image(truth)
    _write(images, path)
    return (*truth_not_held(truth, _KEPT), *outlines_not_held(images))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    images = predictions_by_image(truth, predictions)
    _write(images, path)
    return (*predictions_not_held(predictions, _KEPT), *outlines_not_held(images))


def _write(images: list[WrittenImage], path: Path) -> None:
    pictures = []
    for image in images:
        size = {"width": image.width, "height": image.height} if image.width and image.height else {}
        annotations = [_written(each) for each in image.objects]
        pictures.append({"file_name": image.name, **size, "annotations": annotations})
    with whole_file(path) as stream:
        stream.write(json.dumps(pictures, ensure_ascii=False, allow_nan=False).encode() + b"\n")


def _written(each: WrittenObject) -> dict[str, Any]:
    x, y, width, height = each.box
    # The points also tell that x and y are the corner.
    points = one_outline(each) or [x, y, x + width, y, x + width, y + height, x, y + height]
    flags = {"crowd": each.crowd, "ignore": each.ignore}
    return {
        "label": each.label,
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "points": [[a, b] for a, b in zip(points[0::2], points[1::2], strict=True)],
        **({} if each.score is None else {"score": each.score}),
        **{name: True for name, held in flags.items() if held},
        **({"attributes": dict(each.attributes)} if each.attributes else {}),
    }

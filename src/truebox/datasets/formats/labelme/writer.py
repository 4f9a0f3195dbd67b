"""Records as LabelMe files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.one_outline import one_outline, outlines_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]
# labelme writes its own version here; readers of it only ask that it is there.
_VERSION = "5.0.0"


_KEPT = {"sizes", "empty images", "crowd", "ignore", "polygons"}


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    images = truth_by_image(truth)
    _write(images, path)
    flags = [
        name
        for name, column in truth.attributes.items()
        if all(value is None or isinstance(value, bool) for value in column.tolist())
    ]
    kept = _KEPT | {f"attribute {name}" for name in flags}
    return (*truth_not_held(truth, kept), *outlines_not_held(images))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    images = predictions_by_image(truth, predictions)
    _write(images, path)
    return (*predictions_not_held(predictions, {"polygons"}), *outlines_not_held(images))


def _write(images: list[WrittenImage], path: Path) -> None:
    with whole_folder(path) as folder:
        files = FilePerImage(folder, ".json")
        for row, image in enumerate(images):
            document: dict[str, Any] = {
                "version": _VERSION,
                "flags": {},
                "shapes": [_written_shape(each) for each in image.objects],
                "imagePath": image.name,
                "imageData": None,
                "imageHeight": image.height or None,
                "imageWidth": image.width or None,
            }
            text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
            files.path(image.name, f"image {row}").write_text(text, encoding="utf-8")


def _written_shape(each: WrittenObject) -> dict[str, Any]:
    x, y, width, height = each.box
    flags = {name: value for name, value in each.attributes.items() if isinstance(value, bool)}
    flags |= {name: True for name, held in (("crowd", each.crowd), ("ignore", each.ignore)) if held}
    outline = one_outline(each)
    return {
        "label": each.label,
        "points": _pairs(outline or [x, y, x + width, y + height]),
        "group_id": None,
        "shape_type": "polygon" if outline else "rectangle",
        "flags": flags,
        **({} if each.score is None else {"score": each.score}),
    }


def _pairs(flat: list[float]) -> list[list[float]]:
    return [[x, y] for x, y in zip(flat[0::2], flat[1::2], strict=True)]

"""Records as Label Studio's tasks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.label_studio.regions import read_back, written_region
from truebox.datasets.outgoing.last_digits import digits_not_held
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.one_outline import outlines_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_images import WrittenImage
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    images = truth_by_image(truth)
    _write(images, path, "annotations", {})
    kept = {"sizes", "empty images", "polygons", "attribute angle"}
    return (*truth_not_held(truth, kept), *outlines_not_held(images), *_digits_not_held(images))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    images = predictions_by_image(truth, predictions)
    _write(images, path, "predictions", {"model_version": "truebox"})
    held = predictions_not_held(predictions, {"polygons", "attribute angle"})
    return (*held, *outlines_not_held(images), *_digits_not_held(images))


def _digits_not_held(images: list[WrittenImage]) -> tuple[NotHeld, ...]:
    pairs = [(each.box, read_back(each, image)) for image in images for each in image.objects]
    boxes = np.array(pairs, dtype=np.float64).reshape(-1, 2, 4)
    return digits_not_held(boxes[:, 0], boxes[:, 1])


def _write(images: list[WrittenImage], path: Path, key: str, more: dict[str, Any]) -> None:
    tasks = []
    for row, image in enumerate(images):
        if image.objects and not (image.width and image.height):
            problem = f'the size of "{image.name}" is not known, and percentages need it'
            raise InputError(
                "E-450", f"image {row}", problem, "name the folder of the pictures with --images"
            )
        regions = [written_region(each, image, f"{row}_{place}") for place, each in enumerate(image.objects)]
        size = {"original_width": image.width, "original_height": image.height} if image.width else {}
        tasks.append(
            {"id": row + 1, "data": {"image": image.name, **size}, key: [{**more, "result": regions}]}
        )
    with whole_file(path) as stream:
        stream.write(json.dumps(tasks, ensure_ascii=False, allow_nan=False).encode() + b"\n")

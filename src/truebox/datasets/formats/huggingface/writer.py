"""Records as ``metadata.jsonl``: one line per image, boxes as x, y, width, height, classes by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_file import whole_file
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.written_images import WrittenImage
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]

LAYOUT = "xywh"


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write every image, with its size where it is known; ``bbox_format`` states how boxes are written."""
    _write(truth_by_image(truth), path, scored=False)
    return truth_not_held(truth, {"sizes", "empty images"})


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """As `write_truth`, with a list ``score``."""
    _write(predictions_by_image(truth, predictions), path, scored=True)
    return predictions_not_held(predictions, ())


def _write(images: Sequence[WrittenImage], path: Path, *, scored: bool) -> None:
    with whole_file(path) as stream:
        for image in images:
            row: dict[str, Any] = {"file_name": image.name}
            if image.width and image.height:
                row |= {"width": image.width, "height": image.height}
            row["bbox_format"] = LAYOUT
            objects: dict[str, Any] = {
                "bbox": [each.box for each in image.objects],
                "categories": [each.label for each in image.objects],
            }
            if scored:
                objects["score"] = [each.score for each in image.objects]
            stream.write(json.dumps(row | {"objects": objects}, ensure_ascii=False).encode("utf-8") + b"\n")

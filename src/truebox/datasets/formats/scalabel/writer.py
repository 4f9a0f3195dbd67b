"""Records as Scalabel JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_file import whole_file
from truebox.datasets.outgoing.names_apart import refuse_halves
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]

_KEPT = ("attribute occluded", "attribute truncated", "attribute track")


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write frames with their sizes and labels, and the classes; corners are inclusive."""
    refuse_halves(truth)
    categories = [{"name": name} for name in truth.categories.names]
    _write(truth_by_image(truth), path, {"categories": categories})
    return truth_not_held(truth, {"sizes", "empty images", "empty classes", "crowd", "ignore", *_KEPT})


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """As `write_truth`, with scores."""
    refuse_halves(truth)
    _write(predictions_by_image(truth, predictions), path, {})
    return predictions_not_held(predictions, _KEPT)


def _write(images: Sequence[WrittenImage], path: Path, config: dict[str, Any]) -> None:
    with whole_file(path) as stream:
        stream.write(b'{"frames": [')
        for row, image in enumerate(images):
            frame: dict[str, Any] = {"name": image.name}
            if image.width and image.height:
                frame["size"] = {"width": image.width, "height": image.height}
            frame["labels"] = [_label(each, str(place)) for place, each in enumerate(image.objects)]
            stream.write((",\n" if row else "\n").encode() + json.dumps(frame).encode())
        stream.write(b"\n]" + (f', "config": {json.dumps(config)}' if config else "").encode() + b"}\n")


def _label(each: WrittenObject, place: str) -> dict[str, Any]:
    x, y, width, height = each.box
    said = {
        name: bool(each.attributes[name]) for name in ("occluded", "truncated") if name in each.attributes
    }
    flags = {name: True for name, held in (("crowd", each.crowd), ("ignored", each.ignore)) if held}
    label: dict[str, Any] = {
        "id": str(each.attributes.get("track", place)),
        "category": each.label,
        "attributes": said | flags,
        "box2d": {"x1": x, "y1": y, "x2": x + width - 1, "y2": y + height - 1},
    }
    return label if each.score is None else label | {"score": each.score}

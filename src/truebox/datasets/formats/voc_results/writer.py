"""Records as Pascal VOC results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.safe_names import safe_names
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.voc_results.reader import name_and_numbers
from truebox.errors import InputError
from truebox.records import Predictions

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["write_predictions"]


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    names = safe_names(truth)
    images = dict(zip(truth.images.ids.tolist(), names, strict=True))
    classes = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    lines: dict[str, list[str]] = {name: [] for name in truth.categories.names}
    rows = zip(
        predictions.image.tolist(), predictions.category.tolist(), predictions.boxes.tolist(),
        predictions.scores.tolist(), strict=True,
    )  # fmt: skip
    for row, (image, category, (x, y, width, height), score) in enumerate(rows):
        if image not in images or category not in classes:
            problem = "its image or class is not among those of the truth"
            fix = "join the rows to their truth first"
            raise InputError("E-414", f"{predictions.source.name} row {row}", problem, fix, row=row)
        numbers = " ".join(map(repr, (score, x + 1, y + 1, x + width, y + height)))
        lines[classes[category]].append(f"{images[image]} {numbers}\n")
    for name in lines:
        if re.search(r"[\x00-\x1f<>:\"/\\|?*]", name) or not name:
            problem, fix = "this name of a class cannot be part of a file's name", "rename the class"
            raise InputError("E-414", say(name), problem, fix)
    for name in names:
        if name_and_numbers(f"{name} 1 1 1 1 1")[0].removeprefix("\ufeff") != name:
            problem, fix = "this name would be read without its first or last sign", "rename the image"
            raise InputError("E-414", say(name), problem, fix)
    with whole_folder(path) as folder:
        for name, texts in lines.items():
            target = folder / f"comp4_det_test_{name}.txt"
            target.write_text("".join(texts), encoding="utf-8", newline="\n")
    shaped = 0 if predictions.segmentations is None else len(predictions)
    pointed = 0 if predictions.keypoints is None else len(predictions)
    found = [
        NotHeld("order of detections of different classes", len(predictions) if len(lines) > 1 else 0),
        NotHeld("segmentations", shaped),
        NotHeld("keypoints", pointed),
        *(NotHeld(f"attribute {name}", len(predictions)) for name in predictions.attributes),
    ]
    return tuple(each for each in found if each.count)

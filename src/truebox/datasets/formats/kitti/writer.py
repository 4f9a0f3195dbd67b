"""Records as KITTI labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.kitti.format import BESIDE, IGNORED, SPACE
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.written_images import (
    WrittenImage,
    WrittenObject,
    predictions_by_image,
    truth_by_image,
)
from truebox.datasets.texts.word import as_number, as_word
from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    _write(truth_by_image(truth), path)
    ignored = {"ignore"} if _ignored_are_marked(truth) else set()
    kept = {"empty images", *ignored, *(f"attribute {name}" for name in (*BESIDE, *SPACE))}
    return truth_not_held(truth, kept)


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    _write(predictions_by_image(truth, predictions), path)
    return predictions_not_held(predictions, {f"attribute {name}" for name in (*BESIDE, *SPACE)})


def _ignored_are_marked(truth: Truth) -> bool:
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    labels = [names.get(each) for each in truth.category.tolist()]
    return all(label == IGNORED for label, flag in zip(labels, truth.ignore.tolist(), strict=True) if flag)


def _write(images: Sequence[WrittenImage], path: Path) -> None:
    with whole_folder(path) as folder:
        files = FilePerImage(folder, ".txt")
        for image in images:
            lines = [_line(each, f"{path} image {image.name}") for each in image.objects]
            files.path(image.name, str(path)).write_text("".join(lines), encoding="utf-8", newline="\n")


def _line(each: WrittenObject, place: str) -> str:
    x, y, width, height = each.box
    beside = [float(each.attributes.get(name, unknown)) for name, unknown in BESIDE.items()]
    space = [float(each.attributes.get(name, unknown)) for name, unknown in SPACE.items()]
    numbers = [*beside, x, y, x + width, y + height, *space, *([] if each.score is None else [each.score])]
    return " ".join((as_word(each.label, place), *map(as_number, numbers))) + "\n"

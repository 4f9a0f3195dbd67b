"""Records as DOTA labels: the outline of a turned box where one was read, else the corners of its box."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.inside_folder import inside_folder
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.columns.rotated_corners import rotated_corners
from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.datasets.folders.folder_files import without_suffix
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image
from truebox.datasets.texts.word import as_file_word, as_number, as_word

if TYPE_CHECKING:
    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.written_images import WrittenObject
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]

_KEPT = {"polygons", "attribute angle"}


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write a folder with a label file for each image."""
    with whole_folder(path) as folder:
        files = FilePerImage(folder, ".txt")
        for image in truth_by_image(truth):
            place = f"{path} image {image.name}"
            lines = []
            for each in image.objects:
                difficult = each.attributes.get("difficult", int(each.ignore))
                words = [*_corners(each), as_word(each.label, place), str(int(difficult))]
                lines.append(" ".join(words) + "\n")
            files.path(image.name, str(path)).write_text("".join(lines), encoding="utf-8", newline="\n")
    shapes = _KEPT if truth.segmentations is not None else set()
    return truth_not_held(truth, {*shapes, "empty images", "ignore", "attribute difficult"})


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """Write a folder with a file ``Task1_<class>.txt`` for each class."""
    lines: dict[str, list[str]] = defaultdict(list)
    for image in predictions_by_image(truth, predictions):
        for each in image.objects:
            place = f"{path} class {each.label}"
            name = as_word(without_suffix(image.name), place)
            words = (name, as_number(each.score or 0.0), *_corners(each))
            lines[as_word(each.label, place)].append(" ".join(words) + "\n")
    with whole_folder(path) as folder:
        for label in truth.categories.names:
            file = inside_folder(folder, f"Task1_{as_file_word(label, str(path))}.txt", str(path))
            file.write_text("".join(lines.get(label, [])), encoding="utf-8", newline="\n")
    return predictions_not_held(predictions, _KEPT if predictions.segmentations is not None else ())


def _corners(each: WrittenObject) -> list[str]:
    outline = each.polygons[0] if len(each.polygons) == 1 and len(each.polygons[0]) == 8 else None
    return [as_number(value) for value in outline or rotated_corners(each.box, 0, "corner")]

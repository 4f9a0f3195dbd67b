"""Records as DOTA labels: the outline of a turned box where one was read, else the corners of its box."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.inside_folder import inside_folder
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.columns.rotated_corners import extent, rotated_corners
from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.datasets.folders.folder_files import without_suffix
from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image
from truebox.datasets.texts.word import as_file_word, as_number, as_word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]

_KEPT = {"polygons", "attribute angle"}
_SAME = 1e-9  # pixels


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write a folder with a label file for each image."""
    images = truth_by_image(truth)
    with whole_folder(path) as folder:
        files = FilePerImage(folder, ".txt")
        for image in images:
            place = f"{path} image {image.name}"
            lines = []
            for each in image.objects:
                difficult = each.attributes.get("difficult", int(each.ignore))
                words = [*_corners(each), as_word(each.label, place), str(int(difficult))]
                lines.append(" ".join(words) + "\n")
            files.path(image.name, str(path)).write_text("".join(lines), encoding="utf-8", newline="\n")
    shapes = _KEPT if truth.segmentations is not None else set()
    held = truth_not_held(truth, {*shapes, "empty images", "ignore", "attribute difficult"})
    return (*held, *_outlines_not_held(images))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """Write a folder with a file ``Task1_<class>.txt`` for each class."""
    lines: dict[str, list[str]] = defaultdict(list)
    images = predictions_by_image(truth, predictions)
    for image in images:
        for each in image.objects:
            place = f"{path} class {each.label}"
            name = as_word(without_suffix(image.name), place)
            words = (name, as_number(each.score or 0.0), *_corners(each))
            lines[as_word(each.label, place)].append(" ".join(words) + "\n")
    with whole_folder(path) as folder:
        for label in truth.categories.names:
            file = inside_folder(folder, f"Task1_{as_file_word(label, str(path))}.txt", str(path))
            file.write_text("".join(lines.get(label, [])), encoding="utf-8", newline="\n")
    held = predictions_not_held(predictions, _KEPT if predictions.segmentations is not None else ())
    return (*held, *_outlines_not_held(images))


def _corners(each: WrittenObject) -> list[str]:
    return [as_number(value) for value in _outline(each) or rotated_corners(each.box, 0, "corner")]


def _outline(each: WrittenObject) -> list[float] | None:
    return each.polygons[0] if len(each.polygons) == 1 and len(each.polygons[0]) == 8 else None


def _outlines_not_held(images: Iterable[WrittenImage]) -> tuple[NotHeld, ...]:
    """Polygons that are not four corners, and boxes that are not the extent of those."""
    dropped = moved = 0
    for each in (each for image in images for each in image.objects if each.polygons):
        outline = _outline(each)
        if outline is None:
            dropped += 1
        elif max(abs(a - b) for a, b in zip(extent(outline), each.box, strict=True)) > _SAME:
            moved += 1
    found = (
        NotHeld("polygons that are not four corners: the box is written", dropped),
        NotHeld("boxes that are not the extent of their four corners, which are written", moved),
    )
    return tuple(each for each in found if each.count)

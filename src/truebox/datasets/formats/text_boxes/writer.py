"""Objects as text files of ``class [confidence] left top width height``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.datasets.formats.text_boxes.format import STATED
from truebox.datasets.joining import join
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.numbers_for_names import with_ids_for_numbers
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image
from truebox.datasets.texts.word import as_number, as_word

if TYPE_CHECKING:
    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.written_images import WrittenImage
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write a new folder with a file for each image; boxes are absolute, which a file of its own says."""
    truth, lost = with_ids_for_numbers(truth, truth)
    _write(truth_by_image(truth), path)
    return (*lost, *truth_not_held(truth, {"empty images"}))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """As `write_truth`, with confidences."""
    predictions = join(truth, predictions)
    truth, lost = with_ids_for_numbers(truth, predictions)
    _write(predictions_by_image(truth, predictions), path)
    return (*lost, *predictions_not_held(predictions, ()))


def _write(images: Sequence[WrittenImage], path: Path) -> None:
    with whole_folder(path) as folder:
        files = FilePerImage(folder, ".txt")
        (folder / STATED).write_text("xywh\n", encoding="utf-8", newline="\n")
        for image in images:
            lines = []
            for each in image.objects:
                numbers = [*([] if each.score is None else [each.score]), *each.box]
                name = as_word(each.label, f"{path} image {image.name}")
                lines.append(" ".join((name, *map(as_number, numbers))) + "\n")
            files.path(image.name, str(path)).write_text("".join(lines), encoding="utf-8", newline="\n")

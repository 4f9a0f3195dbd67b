"""Labels and results of plain files as columns; whatever is not plain is left to the lines' own reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.datasets.formats.kitti.format import BESIDE, IGNORED, NAMES, SPACE
from truebox.datasets.texts.files import read_as_they_stand
from truebox.datasets.texts.plain_lines import PlainLines, plain_lines
from truebox.records import Ids, Predictions

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.datasets.columns.truth_rows import TruthRows
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source
    from truebox.typing import FloatArray

__all__ = ["add_plain_truth", "plain_predictions"]

_PLACES = (*range(3), *range(7, 14))  # of what stands beside the box


def plain_predictions(
    files: Sequence[Path], images: Sequence[str], source: Source, options: ReadOptions
) -> Predictions | None:
    """The detections of plain files, None of others.

    Parameters
    ----------
    files : sequence of Path
        In the order in which they are read.
    images : sequence of str
        The image of each file.
    source : Source
        Where they come from.
    options : ReadOptions
        What the caller gave.
    """
    read = _read(files, images, (len(NAMES) + 1,), options)
    if read is None:
        return None
    lines, boxes = read
    used = np.unique(lines.file)
    return Predictions(
        source=source,
        image=Ids(np.searchsorted(used, lines.file), tuple(images[place] for place in used.tolist())),
        category=Ids(lines.word, lines.words),
        boxes=boxes,
        scores=lines.numbers[len(NAMES)].copy(),
        findings=options.errors.findings(),
        image_by="name",
        category_by="name",
        attributes=_attributes(lines),
    )


def add_plain_truth(
    rows: TruthRows, files: Sequence[Path], images: Sequence[str], options: ReadOptions
) -> bool:
    """Whether the objects of the files, images in these places of `rows`, were plain, and were added."""
    read = _read(files, images, (len(NAMES), len(NAMES) + 1), options)
    if read is None:
        return False
    lines, boxes = read
    category = np.array([rows.category(word) for word in lines.words], dtype=np.int64)
    ignore = np.array([word == IGNORED for word in lines.words], dtype=bool)
    columns = {name: column.tolist() for name, column in _attributes(lines).items()}
    rows.extend(
        lines.file,
        category[lines.word],
        boxes,
        area=boxes[:, 2] * boxes[:, 3],
        crowd=np.zeros(len(boxes), dtype=bool),
        ignore=ignore[lines.word],
        attributes=[
            dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
        ],
    )
    return True


def _attributes(lines: PlainLines) -> dict[str, FloatArray]:
    return {name: lines.numbers[place].copy() for name, place in zip((*BESIDE, *SPACE), _PLACES, strict=True)}


def _read(
    files: Sequence[Path], images: Sequence[str], columns: tuple[int, ...], options: ReadOptions
) -> tuple[PlainLines, FloatArray] | None:
    """The lines, and their boxes; None where the reader of lines has to say what is wrong."""
    if options.geometry != "boxes" or len(set(images)) != len(images):
        return None
    lines = plain_lines(read_as_they_stand(files), " ", worded=True)
    if lines is None or len(lines.numbers) not in columns:
        return None
    left, top, right, bottom = lines.numbers[3:7]
    origin = options.pixel_origin or 0
    boxes = np.stack([left - origin, top - origin, right - left, bottom - top], axis=1)
    sound = (np.abs(boxes) <= LARGEST_COORDINATE).all() and (boxes[:, 2:] >= 0).all()
    return (lines, boxes) if sound else None

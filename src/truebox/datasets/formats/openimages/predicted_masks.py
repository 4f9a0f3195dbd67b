"""Detections that are masks: one a row, or those of an image in one cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.object_records import predictions_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.formats.openimages.class_names import described
from truebox.datasets.formats.openimages.encoded_masks import (
    decoded_cells,
    empty_mask,
    segmentations_of_texts,
)
from truebox.datasets.formats.openimages.format import MASK, SCORES, SIZE, STRINGS
from truebox.datasets.formats.openimages.mask_tables import masks_of_table, refuse_absent
from truebox.datasets.texts.csv.table import read_csv
from truebox.errors import InputError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.datasets.texts.csv.head import CsvHead
    from truebox.datasets.texts.table import ColumnKind, Table
    from truebox.records import Predictions, Source
    from truebox.typing import FloatArray, Int64Array

__all__ = ["masked_predictions"]

_ROW = "row of its mask"
_WORDS = 3


def masked_predictions(path: Path, head: CsvHead, options: ReadOptions, source: Source) -> Predictions:
    """The masks of a file of detections.

    Raises
    ------
    InputError
        As `truebox.datasets.formats.openimages.mask_tables.read_mask_table`.
    """
    strings = {name: name for name in head.names if name.lower() in STRINGS}
    names: dict[str, ColumnKind] = dict.fromkeys(SIZE, "number")
    if len(strings) == len(STRINGS):
        image, cell = sorted(strings, key=str.lower)
        names |= {image: "text", cell: "text"}
        refuse_absent(path, head.names, names)
        table = read_csv(path, head, names, options)
        objects, texts, sizes = _of_strings(table, image, cell, options)
    else:
        score = next((name for name in SCORES if name in head.names), SCORES[0])
        names |= {"ImageID": "text", "LabelName": "text", MASK: "text", score: "number"}
        refuse_absent(path, head.names, names)
        table, texts, sizes = masks_of_table(read_csv(path, head, names, options), options)
        objects = _objects(
            table.texts["ImageID"], table.texts["LabelName"], table.numbers[score], table.place
        )
    texts = [
        empty_mask((high, wide)) if text is None and high > 0 and wide > 0 else text
        for text, (high, wide) in zip(texts, sizes.tolist(), strict=True)
    ]
    named = tuple(text for text in options.classes or () if "," not in text)
    found = predictions_of_objects(
        replace(objects, category=described(objects.category, options.classes)),
        replace(options, classes=named or None),
        source,
        table.findings(),
    )
    rows = found.attributes[_ROW]
    return replace(
        found,
        boxed=False,
        segmentations=segmentations_of_texts([texts[row] for row in rows.tolist()], sizes[rows]),
        attributes={},
    )


def _objects(image: Ids, category: Ids, scores: FloatArray, place: Callable[[int], str]) -> ObjectTable:
    count = len(scores)
    return ObjectTable(
        image=image,
        category=category,
        boxes=np.zeros((count, 4)),
        layout="xywh",
        place=place,
        scores=scores,
        attributes={_ROW: np.arange(count, dtype=np.int64)},
    )


def _of_strings(
    table: Table, image: str, cell: str, options: ReadOptions
) -> tuple[ObjectTable, list[bytes | None], Int64Array]:
    """One object for every ``label confidence mask`` of the cells."""
    rows: list[int] = []
    labels: list[int | str] = []
    scores: list[float] = []
    cells: list[str] = []
    for row, text in enumerate(table.texts[cell].tolist()):
        try:
            found = _detections(str(text).split(), table.place, row)
        except InputError as error:
            options.errors.refuse(error)
            continue
        rows += [row] * len(found)
        labels += [label for label, _, _ in found]
        scores += [score for _, score, _ in found]
        cells += [mask for _, _, mask in found]
    own = np.array(rows, dtype=np.int64)
    texts, taken = decoded_cells(cells, lambda at: table.place(rows[at]), options.errors)
    kept = np.flatnonzero(taken)
    own = own[kept]
    names = table.texts[image]
    sizes = np.stack([table.numbers[name][own] for name in reversed(SIZE)], axis=1)
    if not np.isfinite(sizes).all() or (sizes != np.floor(sizes)).any() or (sizes <= 0).any():
        raise InputError(
            "E-427", str(table.place(0)), "an image has no size", "write ImageWidth and ImageHeight"
        )
    objects = _objects(
        Ids(names.values[own], names.names),
        Ids.of([labels[at] for at in kept.tolist()]) if len(kept) else Ids(own, ()),
        np.array(scores, dtype=np.float64)[kept],
        lambda row: table.place(int(own[row])),
    )
    return objects, [texts[at] for at in kept.tolist()], sizes.astype(np.int64)


def _detections(words: list[str], place: Callable[[int], str], row: int) -> list[tuple[str, float, str]]:
    groups = [words[start : start + _WORDS] for start in range(0, len(words), _WORDS)]
    try:
        found = [(label, float(score), mask) for label, score, mask in groups]
    except ValueError:
        problem = f"{say(' '.join(words)[:60])} is not 'label confidence mask', repeated"
        raise InputError(
            "E-422", place(row), problem, "write three words for every detection", row=row
        ) from None
    return found

"""Records as CreateML's annotations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.not_held import truth_not_held
from truebox.datasets.outgoing.written_columns import columns_by_image
from truebox.datasets.outgoing.written_images import truth_by_image
from truebox.datasets.texts.csv.row_texts import chosen, floats, grouped_rows, own_texts, row_texts
from truebox.records import Strings

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_columns import WrittenColumns
    from truebox.records import Truth

__all__ = ["write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    columns = columns_by_image(truth)
    text = _text(truth) if columns is None else _text_of_columns(columns, truth.categories.names)
    with whole_file(path) as stream:
        stream.write(text + b"\n")
    return truth_not_held(truth, {"empty images"})


def _text_of_columns(columns: WrittenColumns, classes: Sequence[str]) -> bytes:
    x, y, width, height = columns.boxes.T
    written = [
        chosen(columns.firsts, [', {"label": ', '{"label": ']),
        chosen(columns.category, list(map(_quoted, classes))),
        *map(floats, (x + width / 2, y + height / 2, width, height)),
    ]
    between = ["", "", ', "coordinates": {"x": ', ', "y": ', ', "width": ', ', "height": ', "}}"]
    names = [_quoted(name) for name in columns.names]
    text, bounds = grouped_rows(written, between, columns.image, len(names))
    pictures = [chosen(np.arange(len(names)), names), own_texts(Strings(text, bounds))]
    found = row_texts(pictures, ['{"image": ', ', "annotations": [', "]}, "])[0]
    return b"[" + found.removesuffix(b", ") + b"]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _text(truth: Truth) -> bytes:
    pictures = []
    for image in truth_by_image(truth):
        annotations = []
        for each in image.objects:
            x, y, width, height = each.box
            centre = {"x": x + width / 2, "y": y + height / 2, "width": width, "height": height}
            annotations.append({"label": each.label, "coordinates": centre})
        pictures.append({"image": image.name, "annotations": annotations})
    return json.dumps(pictures, ensure_ascii=False, allow_nan=False).encode()

"""TFOD CSV as records; the facts relied on stand in `format`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from truebox.datasets.columns.box_reading import boxes_of_columns, is_relative
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable, sizes_of_rows
from truebox.datasets.columns.pixel_origin import titled
from truebox.datasets.format import Role
from truebox.datasets.formats.tfod_csv.format import BOX, FORMAT, HEADER, SCORES
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.datasets.texts.table import ColumnKind
from truebox.errors import InputError
from truebox.records import Finding, Predictions, Source, Truth

__all__ = ["read_predictions", "read_truth"]

_SLACK = 0.01  # of fractions that were rounded, as YOLO's labels have it


def _read(path: Path, options: ReadOptions, role: Role) -> tuple[ObjectTable, tuple[Finding, ...]]:
    head = head_of_csv(path)
    wanted: dict[str, ColumnKind] = {"filename": "text", "class": "text"}
    wanted |= dict.fromkeys(("width", "height", *BOX), "number")
    score = next((name for name in SCORES if name in head.names), SCORES[0])
    if role == "predictions":
        wanted[score] = "number"
    absent = [name for name in wanted if name not in head.names]
    if absent:
        fix = f"write the header {','.join(HEADER)}, or name another format"
        raise InputError("E-420", f"{path} line 1", f"there is no column {', '.join(absent)}", fix)
    table = read_csv(path, head, wanted, options)
    boxes = boxes_of_columns([table.numbers[name] for name in BOX], options.threads)
    sizes = sizes_of_rows(table.numbers["width"], table.numbers["height"], table.place)
    layout, findings = _layout(boxes, sizes, options)
    if options.pixel_origin == 1 and not is_relative(layout):
        boxes = boxes - np.array([1.0, 1.0, 0.0, 0.0])
    objects = ObjectTable(
        image=table.texts["filename"],
        category=table.texts["class"],
        boxes=boxes,
        layout=layout,
        sizes=sizes,
        place=table.place,
        scores=table.numbers[score] if role == "predictions" else None,
    )
    return objects, findings


def _layout(boxes: np.ndarray, sizes: np.ndarray, options: ReadOptions) -> tuple[str, tuple[Finding, ...]]:
    if options.box_format is not None:
        return options.box_format, ()
    known = boxes if not np.isnan(boxes.sum()) else boxes[~np.isnan(boxes).any(axis=1)]
    most = float(known.max(initial=0))
    if len(known) and most <= 1 + _SLACK and known.min() >= -_SLACK and (sizes > 1).any():
        text = (
            f"corners are read as fractions of the image: none is larger than {most if most > 1 else 1:.6g}"
        )
        return "rel_xyxy", (Finding("W-421", text),)
    return "xyxy", ()


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects, findings = _read(path, options, "truth")
    return truth_of_objects(objects, options, _source(path, objects, options), findings)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects, findings = _read(path, options, "predictions")
    source = _source(path, objects, options)
    return predictions_of_objects(replace(objects, sizes=None), options, source, findings)


def _source(path: Path, objects: ObjectTable, options: ReadOptions) -> Source:
    moved = None if is_relative(objects.layout) else options.pixel_origin
    return Source(str(path), FORMAT.name, titled(FORMAT.title, moved), path, boxes_alone=True)

"""Open Images CSV as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable, one_class_said
from truebox.datasets.formats.openimages.format import BOX, FORMAT, SCORES, STRINGS, folded
from truebox.datasets.formats.openimages.prediction_strings import CLASSLESS_LAYOUT, objects_of_strings
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.csv_head import CsvHead
from truebox.datasets.texts.csv_table import head_of_csv, read_csv
from truebox.datasets.texts.table import ColumnKind, Table
from truebox.errors import InputError
from truebox.records import Finding, Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["described", "read_predictions", "read_truth"]

_FLAGS = {
    "IsOccluded": "occluded",
    "IsTruncated": "truncated",
    "IsGroupOf": "group_of",
    "IsDepiction": "depiction",
    "IsInside": "inside",
}


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """The truth of a path."""
    head = head_of_csv(path)
    flags = [name for name in _FLAGS if name in head.names]
    table = _table(path, head, options, flags)
    objects = _objects(table, options)
    groups = {"crowd": table.numbers["IsGroupOf"]} if "IsGroupOf" in flags else {}
    objects = replace(
        objects, flags=groups, attributes={_FLAGS[name]: _whole(table.numbers[name]) for name in flags}
    )
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return truth_of_objects(objects, _without_classes(options), source, _commas(table))


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """The detections of a path."""
    head = head_of_csv(path)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    if {folded(name) for name in head.names} == STRINGS:
        image, strings = sorted(head.names, key=str.lower)
        table = read_csv(path, head, {image: "text", strings: "text"}, options)
        found = objects_of_strings(table, image, strings, options.errors)
        said = (one_class_said(str(path)),) if found.layout == CLASSLESS_LAYOUT else ()
        if options.box_format is not None:
            found = replace(found, layout=options.box_format)
        return predictions_of_objects(_named(found, options), _without_classes(options), source, said)
    score = next((name for name in SCORES if name in head.names), SCORES[0])
    table = _table(path, head, options, [score])
    objects = replace(_objects(table, options), scores=table.numbers[score])
    return predictions_of_objects(objects, _without_classes(options), source, _commas(table))


def _table(path: Path, head: CsvHead, options: ReadOptions, more: list[str]) -> Table:
    wanted: dict[str, ColumnKind] = {"ImageID": "text", "LabelName": "text"}
    wanted |= dict.fromkeys((*BOX, *more), "number")
    absent = [name for name in wanted if name not in head.names]
    if absent:
        fix = "write the header of Open Images, or name another format with --truth-format"
        raise InputError("E-420", f"{path} line 1", f"there is no column {', '.join(absent)}", fix)
    return read_csv(path, head, wanted, options, decimal_commas=True)


def _objects(table: Table, options: ReadOptions) -> ObjectTable:
    boxes = np.stack([table.numbers[name] for name in BOX], axis=1)
    objects = ObjectTable(
        image=table.texts["ImageID"],
        category=table.texts["LabelName"],
        boxes=boxes,
        layout=options.box_format or "rel_xyxy",
        place=table.place,
    )
    return _named(objects, options)


def _named(objects: ObjectTable, options: ReadOptions) -> ObjectTable:
    return replace(objects, category=described(objects.category, options.classes))


def _without_classes(options: ReadOptions) -> ReadOptions:
    """The classes given may be descriptions, and have been used as such."""
    names = tuple(text for text in options.classes or () if "," not in text)
    return replace(options, classes=names or None)


def _commas(table: Table) -> tuple[Finding, ...]:
    if not table.decimal_commas:
        return ()
    text = f"{table.decimal_commas} rows write fractions with a comma; it is taken as the decimal point"
    return (Finding("W-420", text, table.decimal_commas),)


def _whole(flags: FloatArray) -> Int64Array:
    """Flags as whole numbers; -1, as in the format itself, where a cell is empty."""
    if np.isnan(flags.sum()):
        flags = np.where(np.isnan(flags), -1, flags)
    return flags.astype(np.int64)


def described(category: Ids, lines: Sequence[str] | None) -> Ids:
    """A column of class names with those replaced that a line ``id,name`` describes.

    Two ids with one name become one class.

    Examples
    --------
    >>> described(Ids.of(["/m/01yrx", "/m/0bt9lr"]), ["/m/01yrx,Cat"]).tolist()
    ['Cat', '/m/0bt9lr']
    """
    if category.names is None or not lines:
        return category
    known = dict(line.split(",", 1) for line in lines if "," in line)
    named = [known.get(name, name).strip().strip('"') for name in category.names]
    table = {name: place for place, name in enumerate(dict.fromkeys(named))}
    codes = np.array([table[name] for name in named], dtype=np.int64)
    return Ids(codes[category.values], tuple(table))

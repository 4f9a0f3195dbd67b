"""Open Images CSV: boxes as fractions in the order XMin, XMax, YMin, YMax.

Facts relied on (storage.googleapis.com/openimages/web/download_v7.html and factsfigures_v7.html):

- Truth
  ``ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,
  IsInside``; coordinates are fractions of the image, X from the left and Y from the top, **both X before
  both Y**.
- ``LabelName`` is a machine id (MID, ``/m/011k07``); ``class-descriptions-boxable.csv`` has ``MID,name``
  lines and no header. ``Confidence`` of a human-verified box is always 1: it is no score.
- ``IsGroupOf`` 1 marks one box around more than five instances: kept as crowd and as an attribute. -1 is
  unknown.
- Predictions (evaluation protocol of the 2019 challenge): ``ImageID,LabelName,Conf,XMin,XMax,YMin,YMax``,
  or one row an image, ``ImageId,PredictionString`` with ``label conf XMin YMin XMax YMax`` repeated (**X,
  Y, X, Y there**).
- The files do not say the sizes of images: without the pictures boxes stay fractions.
- Exports of labelling tools write decimal commas (``"0,358"``): a fraction has no thousands, so they are
  taken as points and counted.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from truebox.datasets.class_descriptions import described
from truebox.datasets.csv_head import CsvHead, csv_head
from truebox.datasets.csv_table import head_of_csv, read_csv
from truebox.datasets.format import Evidence, Format, ReadOptions, Role
from truebox.datasets.formats.openimages.prediction_strings import objects_of_strings
from truebox.datasets.formats.openimages.writer import write_predictions, write_truth
from truebox.datasets.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.object_table import ObjectTable
from truebox.datasets.place import Place
from truebox.datasets.table import ColumnKind, Table
from truebox.errors import InputError
from truebox.records import Finding, Predictions, Source, Truth

__all__ = ["FORMAT"]

_BOX = ("XMin", "YMin", "XMax", "YMax")
_FLAGS = {
    "IsOccluded": "occluded",
    "IsTruncated": "truncated",
    "IsGroupOf": "group_of",
    "IsDepiction": "depiction",
    "IsInside": "inside",
}
_SCORES = ("Conf", "Score", "Confidence")
_STRINGS = {"imageid", "predictionstring"}


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = None if place.is_folder else csv_head(place.head)
    if head is None:
        return None
    names = set(head.names)
    if role == "predictions" and {name.lower() for name in names} == _STRINGS:
        return Evidence(3, "the columns ImageId and PredictionString")
    if {"ImageID", "LabelName", *_BOX} <= names and (role == "truth" or names & set(_SCORES)):
        return Evidence(3, "the columns ImageID, LabelName, XMin, XMax, YMin, YMax")
    return None


def _read_truth(path: Path, options: ReadOptions) -> Truth:
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


def _read_predictions(path: Path, options: ReadOptions) -> Predictions:
    head = head_of_csv(path)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    if {name.lower() for name in head.names} == _STRINGS:
        image, strings = sorted(head.names, key=str.lower)
        table = read_csv(path, head, {image: "text", strings: "text"}, options)
        found = objects_of_strings(table, image, strings, options.errors)
        return predictions_of_objects(_named(found, options), _without_classes(options), source)
    score = next((name for name in _SCORES if name in head.names), _SCORES[0])
    table = _table(path, head, options, [score])
    objects = replace(_objects(table, options), scores=table.numbers[score])
    return predictions_of_objects(objects, _without_classes(options), source, _commas(table))


def _table(path: Path, head: CsvHead, options: ReadOptions, more: list[str]) -> Table:
    wanted: dict[str, ColumnKind] = {"ImageID": "text", "LabelName": "text"}
    wanted |= dict.fromkeys((*_BOX, *more), "number")
    absent = [name for name in wanted if name not in head.names]
    if absent:
        fix = "write the header of Open Images, or name another format with --truth-format"
        raise InputError("E-420", f"{path} line 1", f"there is no column {', '.join(absent)}", fix)
    return read_csv(path, head, wanted, options, decimal_commas=True)


def _objects(table: Table, options: ReadOptions) -> ObjectTable:
    boxes = np.stack([table.numbers[name] for name in _BOX], axis=1)
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


def _whole(flags: np.ndarray) -> np.ndarray:
    """Flags as whole numbers; -1, as in the format itself, where a cell is empty."""
    return np.where(np.isnan(flags), -1, flags).astype(np.int64)


FORMAT = Format(
    name="openimages",
    title="Open Images CSV",
    recognise=_recognise,
    read_truth=_read_truth,
    read_predictions=_read_predictions,
    write_truth=write_truth,
    write_predictions=write_predictions,
)

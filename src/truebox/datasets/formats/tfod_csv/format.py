"""TFOD CSV: ``filename,width,height,class,xmin,ymin,xmax,ymax``, one row per object.

Facts relied on (``xml_to_csv.py`` and ``generate_tfrecord.py`` of the TensorFlow Object Detection API
tutorial, tensorflow-object-detection-api-tutorial.readthedocs.io; TFOD exports of labelling tools):

- ``width`` and ``height`` are those of the **image**; the box has its own four columns.
- The pixel flavour copies the corners of VOC XML; the record maker divides them by the image's size and
  adds nothing, so they are taken as they are (``pixel_origin=1`` takes one off the left and top).
- The other flavour has the fractions already. Which one it is shows in the numbers: no object of the
  pixel flavour lies within one pixel of an image of many.
- Detections are the same with a column ``score`` or ``confidence``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from truebox.datasets.columns.box_reading import is_relative
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.format import Evidence, Format, Loss, ReadOptions, Role
from truebox.datasets.outgoing.not_held import prediction_losses, truth_losses
from truebox.datasets.outgoing.outgoing import Outgoing, outgoing_predictions, outgoing_truth
from truebox.datasets.place import Place
from truebox.datasets.texts.csv_head import csv_head
from truebox.datasets.texts.csv_table import head_of_csv, read_csv
from truebox.datasets.texts.csv_writer import write_csv
from truebox.datasets.texts.table import ColumnKind
from truebox.errors import InputError
from truebox.records import Finding, Predictions, Source, Truth

__all__ = ["FORMAT"]

_BOX = ("xmin", "ymin", "xmax", "ymax")
_HEADER = ("filename", "width", "height", "class", *_BOX)
_SCORES = ("score", "confidence")


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = None if place.is_folder else csv_head(place.head)
    if head is None or not set(_HEADER) <= set(head.names):
        return None
    scored = any(name in head.names for name in _SCORES)
    return Evidence(3, f"the columns {', '.join(_HEADER)}") if scored or role == "truth" else None


def _read(path: Path, options: ReadOptions, role: Role) -> tuple[ObjectTable, tuple[Finding, ...]]:
    head = head_of_csv(path)
    wanted: dict[str, ColumnKind] = {"filename": "text", "class": "text"}
    wanted |= dict.fromkeys(("width", "height", *_BOX), "number")
    score = next((name for name in _SCORES if name in head.names), _SCORES[0])
    if role == "predictions":
        wanted[score] = "number"
    absent = [name for name in wanted if name not in head.names]
    if absent:
        fix = f"write the header {','.join(_HEADER)}, or name another format"
        raise InputError("E-420", f"{path} line 1", f"there is no column {', '.join(absent)}", fix)
    table = read_csv(path, head, wanted, options)
    boxes = np.stack([table.numbers[name] for name in _BOX], axis=1)
    sizes = _sizes(np.stack([table.numbers[name] for name in ("width", "height")], axis=1), table.place)
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


def _sizes(sizes: np.ndarray, place: Callable[[int], str]) -> np.ndarray:
    known = np.where(np.isnan(sizes), 0.0, sizes)
    bad = ((known < 0) | (known > 2**31) | (known != np.floor(known))).any(axis=1)
    if bad.any():
        row = int(bad.argmax())
        fix = "write width and height of the image as whole numbers"
        raise InputError(
            "E-427", place(row), "the size of the image is no whole number of pixels", fix, row=row
        )
    return known.astype(np.int64)


def _layout(boxes: np.ndarray, sizes: np.ndarray, options: ReadOptions) -> tuple[str, tuple[Finding, ...]]:
    if options.box_format is not None:
        return options.box_format, ()
    known = boxes[~np.isnan(boxes).any(axis=1)]
    if len(known) and (known <= 1).all() and (known >= 0).all() and (sizes > 1).any():
        text = "corners are read as fractions of the image: none is larger than 1"
        return "rel_xyxy", (Finding("W-421", text),)
    return "xyxy", ()


def _read_truth(path: Path, options: ReadOptions) -> Truth:
    objects, findings = _read(path, options, "truth")
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path), findings)


def _read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects, findings = _read(path, options, "predictions")
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return predictions_of_objects(replace(objects, sizes=None), options, source, findings)


def _write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    write_csv(path, _HEADER, _rows(outgoing_truth(truth)))
    return truth_losses(truth, {"sizes"})


def _write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[Loss, ...]:
    rows = _rows(outgoing_predictions(truth, predictions))
    scored = ([*row, score] for row, score in zip(rows, predictions.scores.tolist(), strict=True))
    write_csv(path, (*_HEADER, "score"), scored)
    return prediction_losses(predictions, ())


def _rows(rows: Outgoing) -> list[list[object]]:
    sizes = rows.image_sizes[rows.image].tolist()
    return [
        [rows.image_names[image], *size, rows.class_names[category], *box]
        for image, size, category, box in zip(
            rows.image.tolist(), sizes, rows.category.tolist(), rows.corners.tolist(), strict=True
        )
    ]


FORMAT = Format(
    name="tfod-csv",
    title="TFOD CSV",
    recognise=_recognise,
    boxes="open",
    read_truth=_read_truth,
    read_predictions=_read_predictions,
    write_truth=_write_truth,
    write_predictions=_write_predictions,
)

"""Records as Open Images CSV."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.outgoing.last_digits import digits_not_held
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.outgoing import outgoing_predictions, outgoing_truth
from truebox.datasets.texts.csv.row_texts import chosen, floats, wholes
from truebox.datasets.texts.csv.writer import names_column, write_csv_columns

if TYPE_CHECKING:
    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.outgoing import Outgoing
    from truebox.datasets.texts.csv.row_texts import Column
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray

__all__ = ["write_predictions", "write_truth"]

_FLAGS = ("occluded", "truncated", "group_of", "depiction", "inside")
_BOX = ["XMin", "XMax", "YMin", "YMax"]
_TRUTH = ["ImageID", "Source", "LabelName", "Confidence", *_BOX]
_TRUTH += ["IsOccluded", "IsTruncated", "IsGroupOf", "IsDepiction", "IsInside"]
_KEPT = ("empty images", "crowd", "attribute group_of", *(f"attribute {name}" for name in _FLAGS))


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write a truth; a crowd region becomes a group, and an image without objects a row of its name alone.

    Fractions are divisions by the image's size: those that are read back with other last digits are counted.
    """
    rows = outgoing_truth(truth)
    count = len(rows)
    corners = rows.fractions(truth.source.name)
    columns = _columns(rows, corners)
    columns["Source"] = chosen(np.zeros(count, dtype=np.int64), ["truebox"])
    columns["Confidence"] = wholes(np.ones(count, dtype=np.int64))
    columns |= {
        name: wholes(_flag(truth, flag)) for name, flag in zip(_TRUTH[-len(_FLAGS) :], _FLAGS, strict=True)
    }
    nothing = [None] * (len(_TRUTH) - 1)
    bare = ([rows.image_names[place], *nothing] for place in rows.bare_images)
    write_csv_columns(path, {name: columns[name] for name in _TRUTH}, bare)
    return (*truth_not_held(truth, _KEPT), *_digits_not_held(rows, corners))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """Write detections of images whose sizes the truth tells."""
    rows = outgoing_predictions(truth, predictions)
    corners = rows.fractions(predictions.source.name)
    columns = _columns(rows, corners)
    columns["Conf"] = floats(predictions.scores)
    write_csv_columns(path, {name: columns[name] for name in ("ImageID", "LabelName", "Conf", *_BOX)})
    return (*predictions_not_held(predictions, ()), *_digits_not_held(rows, corners))


def _columns(rows: Outgoing, corners: FloatArray) -> dict[str, Column]:
    return {
        "ImageID": names_column(rows.image, rows.image_names),
        "LabelName": names_column(rows.category, rows.class_names),
        **dict(zip(_BOX, map(floats, corners[:, [0, 2, 1, 3]].T), strict=True)),
    }


def _digits_not_held(rows: Outgoing, corners: FloatArray) -> tuple[NotHeld, ...]:
    """What is read otherwise: sides as differences of fractions, then in pixels."""
    again = np.concatenate((corners[:, :2], corners[:, 2:] - corners[:, :2]), axis=1)
    return digits_not_held(rows.boxes, again * np.tile(rows.image_sizes[rows.image], 2))


def _flag(truth: Truth, name: str) -> FloatArray:
    """A flag as 1, 0, or -1 where nobody knows."""
    if name == "group_of":
        return np.maximum(truth.crowd.astype(np.int64), _column(truth, name, 0))
    return _column(truth, name, -1)


def _column(truth: Truth, name: str, default: int) -> FloatArray:
    values = truth.attributes.get(name)
    if values is None:
        return np.full(len(truth), default)
    return np.array([default if value is None else int(value) for value in values.tolist()], dtype=np.int64)

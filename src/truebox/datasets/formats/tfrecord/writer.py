"""Truth and predictions as records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.tfrecord.example import as_example
from truebox.datasets.formats.tfrecord.frames import framed
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.outgoing import outgoing_predictions, outgoing_truth
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.datasets.formats.tfrecord.example import Values
    from truebox.datasets.outgoing.outgoing import Outgoing
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray, FloatArray

__all__ = ["write_predictions", "write_truth"]

_SIDES = ("xmin", "ymin", "xmax", "ymax")


class _Classes(NamedTuple):
    """Where the labels and names of classes are written; no names where labels tell enough."""

    label: str
    text: str | None


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """One record per picture; corners are fractions in single precision, as the format has them."""
    rows = outgoing_truth(truth)
    corners = rows.fractions(truth.source.name)
    _refuse_too_large(truth.area, "area", truth.source.name)
    columns: dict[str, AnyArray] = {
        f"image/object/bbox/{side}": corners[:, at] for at, side in enumerate(_SIDES)
    }
    group_of = _group_of(truth)
    flags = {"is_crowd": truth.crowd & ~group_of & 1, "difficult": truth.ignore, "group_of": group_of}
    columns |= {f"image/object/{name}": flag.astype(np.int64) for name, flag in flags.items() if flag.any()}
    if not np.allclose(truth.area, truth.boxes[:, 2] * truth.boxes[:, 3], rtol=1e-9, atol=1e-9):
        columns["image/object/area"] = truth.area
    _write(
        rows, columns, _Classes("image/object/class/label", "image/object/class/text"), path, _labels(truth)
    )
    kept = {"sizes", "empty images", "crowd", "ignore", "area"}
    if np.array_equal(
        truth.attributes.get("difficult", truth.ignore).astype(bool), truth.ignore.astype(bool)
    ):
        kept.add("attribute difficult")
    return (*truth_not_held(truth, kept | {"attribute group_of"}), *_precision(corners))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """As `write_truth`, as ``image/detection``; with names of classes whose ids cannot be labels."""
    rows = outgoing_predictions(truth, predictions)
    corners = rows.fractions(predictions.source.name)
    _refuse_too_large(predictions.scores, "score", predictions.source.name)
    columns: dict[str, AnyArray] = {
        f"image/detection/bbox/{side}": corners[:, at] for at, side in enumerate(_SIDES)
    }
    columns["image/detection/score"] = predictions.scores
    labels = _labels(truth)
    renumbered = truth.categories.ids.tolist() != labels
    keys = _Classes("image/detection/label", "image/detection/class/text" if renumbered else None)
    _write(rows, columns, keys, path, labels)
    return (*predictions_not_held(predictions, ()), *_precision(corners, predictions.scores))


def _write(
    rows: Outgoing, columns: Mapping[str, AnyArray], classes: _Classes, path: Path, labels: list[int]
) -> None:
    order = np.argsort(rows.image, kind="stable")
    ends = np.searchsorted(rows.image[order], np.arange(len(rows.image_names) + 1))
    names = [name.encode() for name in rows.class_names]
    with whole_file(path) as stream:
        for image, (name, size) in enumerate(zip(rows.image_names, rows.image_sizes.tolist(), strict=True)):
            held = order[ends[image] : ends[image + 1]]
            features: dict[str, Values] = {key: column[held].tolist() for key, column in columns.items()}
            kinds = rows.category[held].tolist()
            features[classes.label] = [labels[kind] for kind in kinds]
            if classes.text is not None:
                features[classes.text] = [names[kind] for kind in kinds]
            features["image/filename"] = [name.encode()]
            features["image/source_id"] = [rows.image_ids[image].encode()]
            if all(size):
                features |= {"image/width": [size[0]], "image/height": [size[1]]}
            stream.write(framed(as_example(features)))


def _labels(truth: Truth) -> list[int]:
    """The ids of the classes where they can be labels, which count from 1; else their places."""
    ids = truth.categories.ids
    if not ids.are_strings and (ids.values > 0).all():
        return [int(value) for value in ids.values]
    return list(range(1, len(ids) + 1))


def _group_of(truth: Truth) -> AnyArray:
    column = truth.attributes.get("group_of")
    if column is None:
        return np.zeros(len(truth), dtype=np.uint8)
    return np.array([bool(value) for value in column.tolist()], dtype=np.uint8)


def _refuse_too_large(values: FloatArray, what: str, name: str) -> None:
    """Refuse what float32, the only float of the format, has no number for (E-414)."""
    bad = np.isfinite(values) & (np.abs(values) > np.finfo(np.float32).max)
    if bad.any():
        row = int(bad.argmax())
        problem = f"the {what} {values[row]:g} is beyond single precision, the only one of the format"
        raise InputError("E-414", f"{name} row {row}", problem, "write another format", row=row)


def _precision(corners: FloatArray, scores: FloatArray | None = None) -> tuple[NotHeld, ...]:
    """What float32, the only float of the format, does not hold."""
    lost = [NotHeld("digits of boxes beyond single precision", _inexact(corners).any(axis=1).sum())]
    if scores is not None:
        lost.append(NotHeld("digits of scores beyond single precision", _inexact(scores).sum()))
    return tuple(NotHeld(each.what, int(each.count)) for each in lost if each.count)


def _inexact(values: FloatArray) -> AnyArray:
    inexact: AnyArray = values.astype(np.float32).astype(np.float64) != values
    return inexact

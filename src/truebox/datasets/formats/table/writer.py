"""Records as a table: CSV, TSV, Parquet or Arrow, by the suffix of the path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.joining import join
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.numbers_for_names import with_ids_for_numbers
from truebox.datasets.outgoing.outgoing import outgoing_predictions, outgoing_truth
from truebox.datasets.texts.arrow_table import arrow_libraries
from truebox.datasets.texts.csv.row_texts import floats, wholes
from truebox.datasets.texts.csv.writer import names_column, write_csv_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.outgoing import Outgoing
    from truebox.datasets.texts.csv.row_texts import Column
    from truebox.records import Predictions, Truth
    from truebox.typing import Int64Array

__all__ = ["write_predictions", "write_truth"]


class _Names(NamedTuple):
    """Which of the names stands in each row."""

    which: Int64Array
    names: tuple[str, ...]


_ARROW = (".arrow", ".feather", ".ipc")


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write ``image label x y width height area crowd ignore``, and sizes of images and tracks if any.

    An image without objects is a row with its name, and its size, alone.
    """
    truth, lost = with_ids_for_numbers(truth, truth)
    rows = outgoing_truth(truth)
    columns = _columns(rows)
    columns["area"] = truth.area
    columns["crowd"], columns["ignore"] = truth.crowd.astype(np.int64), truth.ignore.astype(np.int64)
    kept = {"area", "crowd", "ignore", "empty images"}
    sizes = rows.image_sizes[rows.image]
    if (sizes > 0).any():
        columns["image_width"], columns["image_height"] = sizes[:, 0], sizes[:, 1]
        kept.add("sizes")
    if _are_whole(truth.attributes, "track"):
        columns["track"] = truth.attributes["track"]
        kept.add("attribute track")
    _write(columns, path, _bare_images(rows))
    return (*lost, *truth_not_held(truth, kept))


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """Write ``image label x y width height score``, and tracks where there are any."""
    predictions = join(truth, predictions)
    truth, lost = with_ids_for_numbers(truth, predictions)
    columns = _columns(outgoing_predictions(truth, predictions))
    columns["score"] = predictions.scores
    kept = set()
    if _are_whole(predictions.attributes, "track"):
        columns["track"] = predictions.attributes["track"]
        kept.add("attribute track")
    _write(columns, path)
    return (*lost, *predictions_not_held(predictions, kept))


def _columns(rows: Outgoing) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "image": _Names(rows.image, rows.image_names),
        "label": _Names(rows.category, rows.class_names),
    }
    return columns | dict(zip(("x", "y", "width", "height"), rows.boxes.T, strict=True))


def _are_whole(attributes: Mapping[str, np.ndarray], name: str) -> bool:
    return name in attributes and attributes[name].dtype.kind in "iu"


def _bare_images(rows: Outgoing) -> dict[str, Any]:
    """Columns of the images without objects: their names, and their sizes."""
    bare = rows.bare_images
    sizes = rows.image_sizes[bare]
    return {
        "image": [rows.image_names[place] for place in bare],
        "image_width": sizes[:, 0],
        "image_height": sizes[:, 1],
    }


def _write(columns: dict[str, Any], path: Path, bare: dict[str, Any] | None = None) -> None:
    """Columns, and below them rows that have only some."""
    suffix = path.suffix.lower()
    bare = bare or {"image": []}
    if suffix in (*_ARROW, ".parquet"):
        _write_arrow(columns, bare, path, suffix)
        return
    delimiter = "\t" if suffix == ".tsv" else ","
    texts = {name: _text_column(column, delimiter) for name, column in columns.items()}
    nothing = [None] * len(bare["image"])
    more = zip(*(np.asarray(bare.get(name, nothing), dtype=object) for name in columns), strict=True)
    write_csv_columns(path, texts, more, delimiter=delimiter)


def _text_column(column: Any, delimiter: str) -> Column:
    if isinstance(column, _Names):
        return names_column(column.which, column.names, delimiter)
    return floats(column) if column.dtype.kind == "f" else wholes(column)


def _write_arrow(columns: dict[str, Any], bare: dict[str, Any], path: Path, suffix: str) -> None:
    parquet, pyarrow = arrow_libraries("Writing")
    more = len(bare["image"])
    made = {}
    for name, column in columns.items():
        if isinstance(column, _Names):
            texts = [column.names[which] for which in column.which.tolist()]
            made[name] = pyarrow.array([*texts, *bare.get(name, [None] * more)], pyarrow.string())
        elif not more:
            made[name] = pyarrow.array(column)
        else:
            values = np.concatenate((column, bare.get(name, np.zeros(more)))).astype(column.dtype)
            absent = np.arange(len(values)) >= (len(values) if name in bare else len(column))
            made[name] = pyarrow.array(values, mask=absent)
    table = pyarrow.table(made)
    with whole_file(os.fspath(path)) as stream:
        if suffix == ".parquet":
            parquet.write_table(table, stream)
        else:
            with pyarrow.ipc.new_file(stream, table.schema) as writer:
                writer.write_table(table)

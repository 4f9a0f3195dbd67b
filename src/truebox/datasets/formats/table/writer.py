"""Records as a table: CSV, TSV, Parquet or Arrow, by the suffix of the path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.outgoing.not_held import prediction_losses, truth_losses
from truebox.datasets.outgoing.outgoing import outgoing_predictions, outgoing_truth
from truebox.datasets.texts.csv_writer import write_csv
from truebox.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.datasets.format import Loss
    from truebox.datasets.outgoing.outgoing import Outgoing
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]

_ARROW = (".arrow", ".feather", ".ipc")


def write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    """Write ``image label x y width height area crowd ignore``, and sizes of images and tracks if any."""
    rows = outgoing_truth(truth)
    columns = _columns(rows)
    columns["area"] = truth.area
    columns["crowd"], columns["ignore"] = truth.crowd.astype(np.int64), truth.ignore.astype(np.int64)
    kept = {"area", "crowd", "ignore"}
    sizes = rows.image_sizes[rows.image]
    if (sizes > 0).any():
        columns["image_width"], columns["image_height"] = sizes[:, 0], sizes[:, 1]
        kept.add("sizes")
    if _are_whole(truth.attributes, "track"):
        columns["track"] = truth.attributes["track"]
        kept.add("attribute track")
    _write(columns, path)
    return truth_losses(truth, kept)


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[Loss, ...]:
    """Write ``image label x y width height score``, and tracks where there are any."""
    columns = _columns(outgoing_predictions(truth, predictions))
    columns["score"] = predictions.scores
    kept = set()
    if _are_whole(predictions.attributes, "track"):
        columns["track"] = predictions.attributes["track"]
        kept.add("attribute track")
    _write(columns, path)
    return prediction_losses(predictions, kept)


def _columns(rows: Outgoing) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "image": [rows.image_names[image] for image in rows.image.tolist()],
        "label": [rows.class_names[category] for category in rows.category.tolist()],
    }
    return columns | dict(zip(("x", "y", "width", "height"), rows.boxes.T, strict=True))


def _are_whole(attributes: Mapping[str, np.ndarray], name: str) -> bool:
    return name in attributes and attributes[name].dtype.kind in "iu"


def _write(columns: dict[str, Any], path: Path) -> None:
    suffix = path.suffix.lower()
    if suffix in (*_ARROW, ".parquet"):
        _write_arrow(columns, path, suffix)
        return
    lists = [column if isinstance(column, list) else column.tolist() for column in columns.values()]
    delimiter = "\t" if suffix == ".tsv" else ","
    write_csv(path, list(columns), zip(*lists, strict=True), delimiter=delimiter)


def _write_arrow(columns: dict[str, Any], path: Path, suffix: str) -> None:
    try:
        import pyarrow  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415  an extra
        from pyarrow import ipc, parquet  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415  an extra
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet", "Writing Parquet and Arrow files") from None
    names = {
        name: pyarrow.array(column, pyarrow.string())
        for name, column in columns.items()
        if isinstance(column, list)
    }
    numbers = {name: pyarrow.array(column) for name, column in columns.items() if name not in names}
    table = pyarrow.table({name: (names | numbers)[name] for name in columns})
    with whole_file(os.fspath(path)) as stream:
        if suffix == ".parquet":
            parquet.write_table(table, stream)
        else:
            with ipc.new_file(stream, table.schema) as writer:
                writer.write_table(table)

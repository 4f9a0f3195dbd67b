"""Records as TFOD CSV."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import NotHeld
from truebox.datasets.formats.tfod_csv.format import HEADER
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.outgoing import Outgoing, outgoing_predictions, outgoing_truth
from truebox.datasets.texts.csv.row_texts import Column, floats, wholes
from truebox.datasets.texts.csv.writer import names_column, write_csv_columns
from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write a truth; an image without objects is a row of its name and size alone."""
    rows = outgoing_truth(truth)
    write_csv_columns(path, _columns(rows), _bare_rows(rows))
    return truth_not_held(truth, {"sizes", "empty images"})


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    columns = _columns(outgoing_predictions(truth, predictions))
    write_csv_columns(path, columns | {"score": floats(predictions.scores)})
    return predictions_not_held(predictions, ())


def _columns(rows: Outgoing) -> dict[str, Column]:
    columns = [
        names_column(rows.image, rows.image_names),
        *map(wholes, rows.image_sizes[rows.image].T),
        names_column(rows.category, rows.class_names),
        *map(floats, rows.corners.T),
    ]
    return dict(zip(HEADER, columns, strict=True))


def _bare_rows(rows: Outgoing) -> list[list[object]]:
    nothing = [None] * (len(HEADER) - 3)
    return [
        [rows.image_names[place], *rows.image_sizes[place].tolist(), *nothing] for place in rows.bare_images
    ]

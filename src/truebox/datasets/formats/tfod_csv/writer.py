"""Records as TFOD CSV."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import NotHeld
from truebox.datasets.formats.tfod_csv.format import HEADER
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.outgoing import Outgoing, outgoing_predictions, outgoing_truth
from truebox.datasets.texts.csv.writer import write_csv
from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write a truth; an image without objects is a row of its name and size alone."""
    rows = outgoing_truth(truth)
    write_csv(path, HEADER, [*_rows(rows), *_bare_rows(rows)])
    return truth_not_held(truth, {"sizes", "empty images"})


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    rows = _rows(outgoing_predictions(truth, predictions))
    scored = ([*row, score] for row, score in zip(rows, predictions.scores.tolist(), strict=True))
    write_csv(path, (*HEADER, "score"), scored)
    return predictions_not_held(predictions, ())


def _rows(rows: Outgoing) -> list[list[object]]:
    sizes = rows.image_sizes[rows.image].tolist()
    return [
        [rows.image_names[image], *size, rows.class_names[category], *box]
        for image, size, category, box in zip(
            rows.image.tolist(), sizes, rows.category.tolist(), rows.corners.tolist(), strict=True
        )
    ]


def _bare_rows(rows: Outgoing) -> list[list[object]]:
    nothing = [None] * (len(HEADER) - 3)
    return [
        [rows.image_names[place], *rows.image_sizes[place].tolist(), *nothing] for place in rows.bare_images
    ]

"""COCO files: what the native reader answered becomes records, what it declined is read again and worded.

The general path is imported only for a file that was declined: the command line would wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.finishing import finish_predictions, finish_truth
from truebox.datasets.formats import coco
from truebox.datasets.formats.coco.native import reader_of
from truebox.datasets.joining.class_numbers import with_class_numbers_said
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry

__all__ = ["finish_predictions_file", "finish_truth_file", "predictions_of_file", "truth_of_file"]


def truth_of_file(
    path: Path, threads: int | None, geometry: Geometry = "boxes", *, angles: str | None = None
) -> Truth:
    """Records of a COCO truth."""
    found = reader_of(geometry).truth_file(path, threads or 0).take()
    return finish_truth_file(path, found, threads, geometry, angles=angles)


def predictions_of_file(
    path: Path, threads: int | None, geometry: Geometry = "boxes", *, angles: str | None = None
) -> Predictions:
    """Records of a list of COCO results."""
    found = reader_of(geometry).predictions_file(path, threads or 0).take()
    return finish_predictions_file(path, found, threads, geometry, angles=angles)


def finish_truth_file(
    path: Path,
    found: tuple[Any, ...],
    threads: int | None,
    geometry: Geometry = "boxes",
    *,
    angles: str | None = None,
) -> Truth:
    """Records of what the native reader made of `path`."""
    source = Source(str(path), "coco", "COCO JSON", path)
    columns = reader_of(geometry).truth(found)
    if columns is None:
        columns = coco.truth_again(path, source.name, threads, geometry, angles)
    return finish_truth(columns, source)


def finish_predictions_file(
    path: Path,
    found: tuple[Any, ...],
    threads: int | None,
    geometry: Geometry = "boxes",
    truth: Truth | None = None,
    *,
    angles: str | None = None,
) -> Predictions:
    """As `finish_truth_file`, for a list of results; a `truth` without class numbers is said (W-455)."""
    source = Source(str(path), "coco", "COCO results", path)
    columns = reader_of(geometry).predictions(found)
    if columns is None:
        columns = coco.predictions_again(path, source.name, threads, geometry, angles)
    found_records = finish_predictions(columns, source)
    if truth is None or truth.categories.numbered:
        return found_records
    return with_class_numbers_said(truth, found_records)

"""COCO files read without the rows that would be refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.datasets.coco_checks import finish_predictions, finish_truth
from truebox.datasets.coco_general import annotation_fields, prediction_columns, truth_columns
from truebox.datasets.coco_values import Rows
from truebox.datasets.files import read_bytes
from truebox.datasets.json_text import parse
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.format import ReadOptions
    from truebox.datasets.row_errors import RowErrors
    from truebox.records import Predictions, Truth

__all__ = ["kept_rows", "lenient_predictions", "lenient_truth"]


def lenient_truth(path: Path, options: ReadOptions) -> Truth:
    """A truth without its bad annotations; bad images and categories are refused as ever."""
    source = Source(str(path), "coco", "COCO JSON", path)
    parsed = parse(read_bytes(path), source.name)
    name = f"{source.name} annotations"

    def check(rows: Sequence[Any], offset: int) -> None:
        part = Rows(rows, name, offset)
        part.check_objects()
        annotation_fields(part, options.geometry)

    if isinstance(parsed, dict) and isinstance(parsed.get("annotations"), list):
        rows = kept_rows(parsed["annotations"], check, options.errors)
        parsed = {**parsed, "annotations": rows}
    truth = finish_truth(truth_columns(parsed, source.name, options.geometry), source)
    return replace(truth, findings=(*truth.findings, *options.errors.findings()))


def lenient_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Results without their bad rows."""
    source = Source(str(path), "coco", "COCO results", path)
    parsed = parse(read_bytes(path), source.name)

    def check(rows: Sequence[Any], offset: int) -> None:
        prediction_columns(rows, source.name, options.geometry, offset)

    if isinstance(parsed, list):
        parsed = kept_rows(parsed, check, options.errors)
    found = finish_predictions(prediction_columns(parsed, source.name, options.geometry), source)
    return replace(found, findings=(*found.findings, *options.errors.findings()))


def kept_rows(
    rows: Sequence[Any], check: Callable[[Sequence[Any], int], None], errors: RowErrors
) -> list[Any]:
    """The rows that `check` takes; it is given parts and where they begin, and raises for a bad one.

    Parts are halved until the bad row stands alone, so few bad rows among many cost little.

    Examples
    --------
    >>> from truebox.datasets.row_errors import RowErrors
    >>> def check(rows, offset):
    ...     for place, row in enumerate(rows):
    ...         if row < 0:
    ...             raise InputError("E-121", f"[{offset + place}]", "it is negative", "repair it")
    >>> errors = RowErrors(lenient=True)
    >>> kept_rows([1, 2, -3, 4], check, errors), errors.counts
    ([1, 2, 4], {'E-121': 1})
    """
    kept: list[Any] = []
    waiting = [(0, len(rows))]
    while waiting:
        first, end = waiting.pop()
        part = rows[first:end]
        try:
            check(part, first)
        except InputError as error:
            if end - first <= 1:
                errors.refuse(error)
            else:
                middle = (first + end) // 2
                waiting += [(middle, end), (first, middle)]
        else:
            kept.extend(part)
    return kept

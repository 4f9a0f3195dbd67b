"""COCO data read without the rows that would be refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.finishing import finish_predictions, finish_truth
from truebox.datasets.columns.values import Rows
from truebox.datasets.formats.coco.general import (
    annotation_fields,
    prediction_columns,
    refuse_panoptic,
    truth_columns,
)
from truebox.datasets.formats.coco.shapes.rotated_values import angles_told
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import parse
from truebox.errors import InputError
from truebox.records import Source
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.datasets.row_errors import RowErrors
    from truebox.records import Predictions, Truth
    from truebox.typing import Int64Array

__all__ = [
    "kept_places",
    "lenient_predictions",
    "lenient_predictions_of",
    "lenient_truth",
    "lenient_truth_of",
]


def lenient_truth(path: Path, options: ReadOptions) -> Truth:
    """A truth without its bad annotations; bad images and categories are refused as ever."""
    source = Source(str(path), "coco", "COCO JSON", path)
    return lenient_truth_of(_parsed(path, source.name), source, options)


def lenient_truth_of(parsed: Any, source: Source, options: ReadOptions) -> Truth:
    """The same of a parsed dictionary, which stays as it is."""
    name = f"{source.name} annotations"

    angles = options.angles

    def check(rows: Sequence[Any], offset: int) -> None:
        part = Rows(rows, name, offset)
        part.check_objects()
        annotation_fields(part, options.geometry, angles)

    places = None
    if isinstance(parsed, Mapping) and isinstance(parsed.get("annotations"), list | tuple):
        refuse_panoptic(parsed, source.name)
        rows = parsed["annotations"]
        if options.geometry in ROTATED:
            angles = angles_told(rows, name, angles)
        places = kept_places(rows, check, options.errors)
        parsed = {**parsed, "annotations": [rows[place] for place in places]}
    truth = finish_truth(truth_columns(parsed, source.name, options.geometry, options.angles), source)
    findings = (*truth.findings, *options.errors.findings())
    return replace(truth, findings=findings, source_rows=_source_rows(places, options.errors))


def lenient_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Results without their bad rows."""
    source = Source(str(path), "coco", "COCO results", path)
    return lenient_predictions_of(_parsed(path, source.name), source, options)


def lenient_predictions_of(parsed: Any, source: Source, options: ReadOptions) -> Predictions:
    """The same of a parsed list, which stays as it is."""
    first = next(iter(parsed), None) if isinstance(parsed, list | tuple) else None
    angles = options.angles
    if first is not None and options.geometry in ROTATED:
        angles = angles_told(parsed, source.name, angles)

    def check(rows: Sequence[Any], offset: int) -> None:
        prediction_columns(rows, source.name, options.geometry, offset, of=first, angles=angles)

    places = None
    if isinstance(parsed, list | tuple):
        places = kept_places(parsed, check, options.errors)
        parsed = [parsed[place] for place in places]
    found = finish_predictions(
        prediction_columns(parsed, source.name, options.geometry, angles=options.angles), source
    )
    findings = (*found.findings, *options.errors.findings())
    return replace(found, findings=findings, source_rows=_source_rows(places, options.errors))


def _source_rows(places: Sequence[int] | None, errors: RowErrors) -> Int64Array | None:
    if places is None or not errors.counts:
        return None
    return np.array(places, dtype=np.int64)


def _parsed(path: Path, name: str) -> Any:
    """What the file holds; NaN and Infinity, which are no JSON, pass and let their rows be dropped."""
    content = read_bytes(path)
    try:
        return parse(content, name)
    except InputError as error:
        if error.code != "E-104":
            raise
        try:
            return json.loads(bytes(content).decode(), object_pairs_hook=_object)
        except (ValueError, RecursionError):
            raise error from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise ValueError
    return held


def kept_places(
    rows: Sequence[Any], check: Callable[[Sequence[Any], int], None], errors: RowErrors
) -> list[int]:
    """Places of rows that `check` takes; it is given parts and where they begin, and raises for a bad row.

    Parts are halved until the bad row stands alone, so few bad rows among many cost little.

    Examples
    --------
    >>> from truebox.datasets.row_errors import RowErrors
    >>> def check(rows, offset):
    ...     for place, row in enumerate(rows):
    ...         if row < 0:
    ...             raise InputError("E-121", f"[{offset + place}]", "it is negative", "repair it")
    >>> errors = RowErrors(lenient=True)
    >>> kept_places([1, 2, -3, 4], check, errors), errors.counts
    ([0, 1, 3], {'E-121': 1})
    """
    kept: list[int] = []
    waiting = [(0, len(rows))]
    while waiting:
        first, end = waiting.pop()
        try:
            check(rows[first:end], first)
        except InputError as error:
            if end - first <= 1:
                errors.refuse(error)
            else:
                middle = (first + end) // 2
                waiting += [(middle, end), (first, middle)]
        else:
            kept.extend(range(first, end))
    return kept

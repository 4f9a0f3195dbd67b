"""Pascal VOC results as records; the facts relied on stand in `format`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.box_reading import as_read, is_relative
from truebox.datasets.columns.pixel_origin import origin_of_counts
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.folders.folder_listing import list_files
from truebox.datasets.formats.voc_results.format import FILE_NAME
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError
from truebox.records import Finding, Predictions, Source

if TYPE_CHECKING:
    from collections.abc import Iterator


__all__ = ["name_and_numbers", "read_predictions"]
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_COLUMNS = 6


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    listed = list_files(path, (".txt",)) if path.is_dir() else [path.name]
    root = path if path.is_dir() else path.parent
    named = [
        (name, match["name"]) for name in listed if (match := FILE_NAME.fullmatch(name.rpartition("/")[2]))
    ]
    if not named:
        problem = "no file is named as results of VOC are, such as comp4_det_test_person.txt"
        raise InputError("E-409", str(path), problem, "rename the files, or name their format")
    read = [
        (*row, category, name)
        for name, category in named
        for row in _rows(read_small_text(root / name), name, options)
    ]
    corners = np.array([row[3] for row in read], dtype=np.float64).reshape(-1, 4)
    origin, findings = _origin(corners, [f"{row[5]} line {row[0]}" for row in read], options)
    rows = PredictionRows(
        Source(str(path), "voc-results", f"VOC results (first pixel {origin})", path, "xyxy"), options
    )
    boxes = _boxes(corners, origin, options).tolist()
    for (line, image, score, _, category, name), box in zip(read, boxes, strict=True):
        rows.add(image, category, box, score, f"{name} line {line}")
    predictions = rows.predictions()
    return _with(predictions, findings, options)


def _with(predictions: Predictions, findings: list[Finding], options: ReadOptions) -> Predictions:
    relative = options.box_format is not None and is_relative(options.box_format)
    return replace(
        predictions,
        image_by="name",
        category_by="name",
        findings=(*predictions.findings, *findings),
        units="fractions" if relative else "pixels",
    )


def _rows(text: str, name: str, options: ReadOptions) -> Iterator[tuple[int, str, float, list[float]]]:
    for line, content in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        image, tokens = name_and_numbers(content)
        if not tokens and not image:
            continue
        wrong = next((token for token in tokens if not _NUMBER.fullmatch(token)), None)
        if not image or wrong is not None:
            what = f"there are {len(tokens)} columns" if not image else f"{say(wrong)} is no number"
            problem = f"{what} where image, score, xmin, ymin, xmax, ymax are expected"
            fix = "repair the row; a point, not a comma, divides decimals"
            options.errors.refuse(InputError("E-409", f"{name} line {line}", problem, fix, row=line - 1))
            continue
        numbers = [float(token) for token in tokens]
        yield line, image, numbers[0], numbers[1:]


def name_and_numbers(row: str) -> tuple[str, list[str]]:
    """The name of the image, blanks in it as they are, and the columns after it; no name where these are few.

    Examples
    --------
    >>> name_and_numbers(" beach  day 0.5  1 2 3 4")
    ('beach  day', ['0.5', '1', '2', '3', '4'])
    >>> name_and_numbers("7 0.5 1 2")
    ('', ['7', '0.5', '1', '2'])
    """
    tokens = row.lstrip(" \t").rsplit(maxsplit=_COLUMNS - 1)
    return (tokens[0], tokens[1:]) if len(tokens) == _COLUMNS else ("", tokens)


def _origin(corners: np.ndarray, places: list[str], options: ReadOptions) -> tuple[int, list[Finding]]:
    if options.pixel_origin is not None or options.box_format is not None:
        return options.pixel_origin or 0, []
    zero = (corners[:, :2] == 0).any(axis=1)
    if not zero.any():
        return 1, []
    row = int(zero.argmax())
    origin, why = origin_of_counts(int(zero.sum()), int((corners[:, :2] == 1).any(axis=1).sum()))
    link = "because" if origin == 0 else "although"
    text = (
        f"coordinates are taken to begin at {origin}, {link} one in {places[row]} is 0 "
        f"({why}); --pixel-origin {1 - origin} takes them to begin at {1 - origin}"
    )
    return origin, [Finding("W-400", text, int(zero.sum()), tuple(np.flatnonzero(zero)[:5].tolist()))]


def _boxes(corners: np.ndarray, origin: int, options: ReadOptions) -> np.ndarray:
    if options.box_format is None:
        low = corners[:, :2] - origin
        return np.concatenate((low, corners[:, 2:] - low), axis=1)
    return as_read(corners, options.box_format)

"""Detections of an image in one cell, as submissions to the Open Images challenge have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.object_table import ONE_CLASS, ObjectTable
from truebox.datasets.texts.label_lines import are_numbers
from truebox.errors import InputError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.datasets.texts.table import Table

__all__ = ["CLASSLESS_LAYOUT", "objects_of_strings"]

CLASSLESS_LAYOUT = "xywh"
"""What boxes are where no cell names a class; with classes they are fractions."""


def objects_of_strings(table: Table, image: str, strings: str, errors: RowErrors) -> ObjectTable:
    """One row for every detection in the column `strings`; an empty cell is an image without any.

    Parameters
    ----------
    table : Table
        The objects.
    image, strings : str
        Names of columns.
    errors : RowErrors
        What to do with cells that are not ``label conf XMin YMin XMax YMax`` repeated (E-422).

    Examples
    --------
    >>> from truebox.datasets.row_errors import RowErrors
    >>> from truebox.datasets.texts.table import Table
    >>> cells = {"ImageId": Ids.of(["a"]), "PredictionString": Ids.of(["/m/01yrx 0.9 0 0 0.5 1"])}
    >>> table = Table(rows=1, numbers={}, texts=cells, place="a.csv row {}".format)
    >>> found = objects_of_strings(table, "ImageId", "PredictionString", RowErrors())
    >>> found.boxes.tolist(), found.scores.tolist(), found.image[0]
    ([[0.0, 0.0, 0.5, 1.0]], [0.9], 'a')
    """
    rows: list[int] = []
    labels: list[int | str] = []
    numbers: list[list[float]] = []
    cells = table.texts[strings]
    classless = "_" in image and _is_classless(cells.names or ())
    for row in range(table.rows):
        words = str(cells[row]).split()
        try:
            found = _classless(words) if classless else _detections(words, table.place, row)
        except InputError as error:
            errors.refuse(error)
            continue
        rows += [row] * len(found)
        labels += [label for label, _ in found]
        numbers += [values for _, values in found]
    columns = np.array(numbers, dtype=np.float64).reshape(-1, 5)
    names = table.texts[image]
    return ObjectTable(
        image=Ids(names.values[np.array(rows, dtype=np.int64)], names.names),
        category=Ids.of(labels) if labels else Ids(np.empty(0, dtype=np.int64), ()),
        boxes=columns[:, 1:],
        scores=columns[:, 0],
        layout=CLASSLESS_LAYOUT if classless else "rel_xyxy",
        place=lambda row: table.place(rows[row]),
    )


def _is_classless(cells: Sequence[str]) -> bool:
    """Whether all cells are five numbers, repeated, of which the first is a confidence."""
    split = [cell.split() for cell in cells]
    return any(split) and all(
        len(words) % 5 == 0 and are_numbers(words) and all(0 <= float(word) <= 1 for word in words[::5])
        for words in split
    )


def _classless(words: list[str]) -> list[tuple[str, list[float]]]:
    numbers = [float(word) for word in words]
    return [(ONE_CLASS, numbers[start : start + 5]) for start in range(0, len(numbers), 5)]


def _detections(words: list[str], place: Callable[[int], str], row: int) -> list[tuple[str, list[float]]]:
    groups = [words[start : start + 6] for start in range(0, len(words), 6)]
    try:
        found = [(group[0], [float(word) for word in group[1:]]) for group in groups]
    except ValueError:
        found = []
    if len(words) % 6 or len(found) != len(groups):
        problem = f"{say(' '.join(words))} is not 'label confidence XMin YMin XMax YMax', repeated"
        raise InputError("E-422", place(row), problem, "write six values for every detection", row=row)
    return found

"""Objects as columns, one row each, before they are a truth or predictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._writing.saying import say, say_numbers
from truebox.datasets.columns.box_reading import checked_boxes, is_relative
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.errors import InputError
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = [
    "ONE_CLASS",
    "ObjectTable",
    "checked_objects",
    "one_class_said",
    "sizes_of_rows",
    "tracks_of_rows",
    "without_objectless",
]


ONE_CLASS = "object"
"""What a single class is called where no column names it."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ObjectTable:
    """What rows of any table say.

    Parameters
    ----------
    image, category : Ids [N]
        Names or numbers as the table has them.
    boxes : float64 array [N, 4]
        Four numbers of `layout`; NaN where the table has none.
    layout : str
        One of `truebox.datasets.columns.box_reading.BOX_READINGS`.
    place : callable
        Row to what a message calls it.
    scores : float64 array [N] or None
    flags : mapping of name to float64 or int64 array [N]
        ``crowd``, ``ignore``: above 0 where set; NaN counts as 0.
    sizes : int64 array [N, 2] or None
        Width and height of each row's image, where the table says them.
    image_sizes : int64 array [I, 2] or None
        Width and height of each of the names of `image`, where they are listed apart; 0 where unknown.
    area : float64 array [N] or None
        NaN where the table has none.
    attributes : mapping of name to array [N]
    """

    image: Ids
    category: Ids
    boxes: FloatArray
    layout: str
    place: Callable[[int], str]
    scores: FloatArray | None = None
    flags: Mapping[str, FloatArray | Int64Array] = field(default_factory=dict)
    sizes: Int64Array | None = None
    image_sizes: Int64Array | None = None
    area: FloatArray | None = None
    attributes: Mapping[str, AnyArray] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.boxes)


def one_class_said(name: str, column: str | None = None) -> Finding:
    """That nothing names a class, so that all objects have one (W-422).

    Examples
    --------
    >>> one_class_said("a.csv").message
    'a.csv names no class: all its objects are of one, called object'
    """
    why = "names no class" if column is None else f"has no class in any row of the column {say(column)}"
    return Finding("W-422", f"{name} {why}: all its objects are of one, called {ONE_CLASS}")


def sizes_of_rows(width: FloatArray, height: FloatArray, place: Callable[[int], str]) -> Int64Array:
    """Width and height [N, 2] of each row's image as whole numbers, 0 where NaN (E-427).

    Examples
    --------
    >>> sizes_of_rows(np.array([640.0]), np.array([np.nan]), "row {}".format).tolist()
    [[640, 0]]
    """
    with np.errstate(invalid="ignore"):  # of a NaN, which then differs
        whole = np.empty((len(width), 2), dtype=np.int64)
        whole[:, 0], whole[:, 1] = width, height
        if (whole[:, 0] == width).all() and (whole[:, 1] == height).all() and _plausible(whole):
            return whole
    sizes = np.stack((width, height), axis=1)
    sizes = np.where(np.isnan(sizes), 0.0, sizes)
    bad = ((sizes < 0) | (sizes >= 2**31) | (sizes != np.floor(sizes))).any(axis=1)
    if bad.any():
        row = int(bad.argmax())
        fix = "write width and height of the image as whole numbers"
        problem = "the size of the image is no whole number of pixels"
        raise InputError("E-427", place(row), problem, fix, row=row)
    return sizes.astype(np.int64)


def _plausible(sizes: Int64Array) -> bool:
    return not len(sizes) or bool(sizes.min() >= 0 and sizes.max() < 2**31)


def tracks_of_rows(numbers: FloatArray, place: Callable[[int], str]) -> Int64Array:
    """The track of each row as a whole number, -1 where NaN (E-422).

    Examples
    --------
    >>> tracks_of_rows(np.array([3.0, np.nan]), "row {}".format).tolist()
    [3, -1]
    """
    tracks = np.where(np.isnan(numbers), -1.0, numbers)
    bad = (np.abs(tracks) > 2**53) | (tracks != np.floor(tracks))
    if bad.any():
        row = int(bad.argmax())
        problem = f"the track is {tracks[row]:.6g}, no whole number"
        raise InputError("E-422", place(row), problem, "number the tracks 1, 2, 3, ...", row=row)
    return tracks.astype(np.int64)


def checked_objects(table: ObjectTable, errors: RowErrors) -> ObjectTable:
    """The rows that can be taken, their boxes as ``x, y, width, height`` (``rel_`` where fractions).

    Parameters
    ----------
    table : ObjectTable
        The objects.
    errors : RowErrors
        What to do with a row without image or class (E-424), with an empty number (E-426), with numbers that
        are not in pixels (E-121), with a negative size (E-122), or without a score (E-123).

    Returns
    -------
    ObjectTable

    Examples
    --------
    >>> from truebox.datasets.row_errors import RowErrors
    >>> rows = ObjectTable(image=Ids.of(["a"]), category=Ids.of([1]), layout="xyxy",
    ...                    boxes=np.array([[1.0, 2.0, 4.0, 6.0]]), place="row {}".format)
    >>> checked_objects(rows, RowErrors()).boxes.tolist()
    [[1.0, 2.0, 3.0, 4.0]]
    """
    table = without_objectless(table)
    boxes, sound = checked_boxes(table.boxes, table.layout)
    relative = "rel_" if is_relative(table.layout) else ""
    taken = replace(table, boxes=boxes, layout=f"{relative}xywh")
    if sound and _all_named(table.image) and _all_named(table.category) and _all_scored(table.scores):
        return taken
    bad = np.zeros(len(table), dtype=bool)
    for rows, refusal in _refusals(table, boxes):
        for row in np.flatnonzero(rows & ~bad).tolist():
            errors.refuse(refusal(row))
        bad |= rows
    return _rows_taken(taken, ~bad) if bad.any() else taken


def without_objectless(table: ObjectTable) -> ObjectTable:
    """The table without rows that name an image and nothing else: images without objects, which stay listed.

    Examples
    --------
    >>> rows = ObjectTable(image=Ids.of(["a", "b"]), category=Ids.of(["cat", ""]), layout="xyxy",
    ...                    boxes=np.array([[1.0, 2.0, 4.0, 6.0], [np.nan] * 4]), place="row {}".format)
    >>> kept = without_objectless(rows)
    >>> len(kept), kept.image.names, kept.category.names
    (1, ('a', 'b'), ('cat',))
    """
    if _all_named(table.category):
        return table
    nothing = _empty(table.category)
    if not nothing.any():
        return table
    nothing &= np.isnan(table.boxes).all(axis=1) & ~_empty(table.image)
    if not nothing.any():
        return table
    if table.sizes is not None and table.image_sizes is None and table.image.names is not None:
        sizes = np.zeros((len(table.image.names), 2), dtype=np.int64)
        sizes[table.image.values[nothing]] = table.sizes[nothing]  # their rows go, their sizes stay
        table = replace(table, image_sizes=sizes)
    return _rows_taken(table, ~nothing)


def _refusals(table: ObjectTable, boxes: FloatArray) -> list[tuple[BoolArray, Callable[[int], InputError]]]:
    """What is wrong with which rows, in the order in which it is said."""

    def refusal(code: str, problem: Callable[[int], str], fix: str) -> Callable[[int], InputError]:
        return lambda row: InputError(code, table.place(row), problem(row), fix, row=row)

    missing, outside, negative = _wrong_numbers(table.boxes, boxes)
    found = [
        (
            _empty(table.image),
            refusal("E-424", lambda _: "the row names no image", "name the image of each row"),
        ),
        (
            _empty(table.category),
            refusal(
                "E-424",
                lambda _: "the row names no class",
                "name the class of each row, or leave such rows out with --lenient",
            ),
        ),
        (
            missing,
            refusal("E-426", lambda _: "a number of the box is missing", "give each row all four numbers"),
        ),
        (
            outside,
            refusal(
                "E-121",
                lambda row: f"the box {say_numbers(table.boxes[row])} is not finite or not in pixels",
                "remove or repair such boxes",
            ),
        ),
        (
            negative,
            refusal(
                "E-122",
                lambda row: (
                    f"{say_numbers(table.boxes[row])} read as {table.layout} has a negative width or height"
                ),
                "swap the corners, or state the right box format with --box-format",
            ),
        ),
    ]
    if table.scores is not None:
        scores = table.scores
        found += [
            (np.isnan(scores), refusal("E-123", lambda _: "the score is missing", "give each row its score")),
            (
                np.isinf(scores),
                refusal("E-124", lambda row: f"the score is {scores[row]}", "write finite scores"),
            ),
        ]
    return found


def _wrong_numbers(read: FloatArray, boxes: FloatArray) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Where a number is missing, where one is beyond any image, where a size is negative."""
    with np.errstate(invalid="ignore"):
        missing = np.asarray(np.isnan(read).any(axis=1))
        outside = ~missing & ~np.asarray((np.abs(boxes) <= LARGEST_COORDINATE).all(axis=1))
        negative = np.asarray((boxes[:, 2:] < 0).any(axis=1))
        return missing, outside, negative


def _all_named(ids: Ids) -> bool:
    return ids.names is None or "" not in ids.names


def _all_scored(scores: FloatArray | None) -> bool:
    return scores is None or bool(np.isfinite(scores).all())


def _empty(ids: Ids) -> BoolArray:
    if _all_named(ids):
        return np.zeros(len(ids), dtype=bool)
    assert ids.names is not None  # numbers are never empty
    empty: BoolArray = ids.values == ids.names.index("")
    return empty


def _without_empty(column: Ids) -> Ids:
    """The column without the empty name where no row has it any more: an empty cell is no class."""
    if column.names is None or "" not in column.names:
        return column
    place = column.names.index("")
    if (column.values == place).any():
        return column
    names = (*column.names[:place], *column.names[place + 1 :])
    return Ids(column.values - (column.values > place), names)


def _rows_taken(table: ObjectTable, rows: BoolArray) -> ObjectTable:
    kept = np.flatnonzero(rows)
    return replace(
        table,
        image=Ids(table.image.values[kept], table.image.names),
        category=_without_empty(Ids(table.category.values[kept], table.category.names)),
        boxes=table.boxes[kept],
        place=lambda row: table.place(int(kept[row])),
        scores=None if table.scores is None else table.scores[kept],
        flags={name: flags[kept] for name, flags in table.flags.items()},
        sizes=None if table.sizes is None else table.sizes[kept],
        area=None if table.area is None else table.area[kept],
        attributes={name: column[kept] for name, column in table.attributes.items()},
    )

"""Hugging Face metadata as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.layout_evidence import stated_layout
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.formats.huggingface.format import FORMAT
from truebox.datasets.formats.huggingface.rows import metadata_file, rows_of_file
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions

__all__ = ["read_predictions", "read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    file = metadata_file(path)
    rows, classes = rows_of_file(file)
    objects, options = objects_of_rows(rows, classes, options, file, "truth")
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, file))


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    file = metadata_file(path)
    rows, classes = rows_of_file(file)
    objects, options = objects_of_rows(rows, classes, options, file, "predictions")
    return predictions_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, file))


_BOXES = ("bbox", "bboxes", "boxes")
_LABELS = ("categories", "category", "label", "labels", "category_id", "class")
_SCORES = ("score", "scores")
_LAYOUTS = ("xywh", "xyxy", "cxcywh", "rel_xywh", "rel_xyxy", "rel_cxcywh")


def objects_of_rows(
    rows: Sequence[JsonObject],
    classes: tuple[str, ...] | None,
    options: ReadOptions,
    path: Path,
    role: Role,
) -> tuple[ObjectTable, ReadOptions]:
    """The objects, and the options with the names of the classes where the file has them.

    Raises
    ------
    InputError
        Lists of a row differ in length (E-436), or nothing says how four numbers make a box (E-423).
    """
    options = _as_stated(rows, options)
    found = _Objects(role)
    for row in rows:
        try:
            found.take(row)
        except InputError as error:
            options.errors.refuse(error)
    boxes = np.array(found.boxes, dtype=np.float64).reshape(-1, 4)
    sizes = np.array(found.sizes, dtype=np.int64).reshape(-1, 2)
    of_row = np.array(found.image, dtype=np.int64)
    layout = "xywh"
    if len(boxes):
        known = sizes[of_row] if len(sizes) else None
        layout = stated_layout(boxes, options, _LAYOUTS, str(path), role=role, sizes=known)
    category = Ids.of(found.labels) if found.labels else Ids(np.empty(0, dtype=np.int64))
    table = ObjectTable(
        image=Ids(of_row, tuple(found.names)),
        category=category,
        boxes=boxes,
        layout=layout,
        scores=np.array(found.scores, dtype=np.float64) if role == "predictions" else None,
        sizes=sizes[of_row] if (sizes > 0).any() else None,
        place=lambda at: found.places[at],
    )
    return table, replace(options, classes=options.classes or classes)


def _as_stated(rows: Sequence[JsonObject], options: ReadOptions) -> ReadOptions:
    """The options with the layout that all rows state under ``bbox_format``, as what is written here does."""
    stated = {str(row.values.get("bbox_format")) for row in rows}
    if options.box_format is not None or len(stated) != 1 or not stated <= set(_LAYOUTS):
        return options
    return replace(options, box_format=stated.pop())


class _Objects:
    """Columns that grow row by row."""

    def __init__(self, role: Role) -> None:
        self.scored = role == "predictions"
        self.names: dict[str, int] = {}
        self.sizes: list[tuple[int, int]] = []
        self.image: list[int] = []
        self.labels: list[int | str] = []
        self.boxes: list[list[float]] = []
        self.scores: list[float] = []
        self.places: list[str] = []

    def take(self, row: JsonObject) -> None:
        """All objects of one image, or none of them."""
        name = (
            str(row.values["image_id"])
            if "file_name" not in row and "image_id" in row
            else row.text("file_name")
        )
        boxes, labels, scores = _lists(row, self.scored)
        boxes = [_box(box, f"{row.place} objects[{at}]") for at, box in enumerate(boxes)]
        labels = [_label(label, f"{row.place} objects[{at}]") for at, label in enumerate(labels)]
        scores = [_score(score, f"{row.place} objects[{at}]") for at, score in enumerate(scores)]
        size = row.whole("width", 0), row.whole("height", 0)
        image = self.names.setdefault(name, len(self.names))
        if image == len(self.sizes):
            self.sizes.append(size)
        self.image += [image] * len(boxes)
        self.boxes += boxes
        self.labels += labels
        self.scores += scores
        self.places += [f"{row.place} objects[{at}]" for at in range(len(boxes))]


def _lists(row: JsonObject, scored: bool) -> tuple[list[Any], list[Any], list[Any]]:
    """Boxes, classes and scores of a row, of either shape that ``objects`` has."""
    held = row.values.get("objects")
    if held is None:
        return [], [], []
    if isinstance(held, list):
        each = [JsonObject(value, f"{row.place} objects[{at}]") for at, value in enumerate(held)]
        columns = [[_value(value, names) for value in each] for names in (_BOXES, _LABELS)]
        return columns[0], columns[1], [_value(value, _SCORES) for value in each] if scored else []
    lists = JsonObject(held, f"{row.place} objects")
    columns = [_value(lists, names) for names in (_BOXES, _LABELS, *((_SCORES,) if scored else ()))]
    if (
        not all(isinstance(column, list) for column in columns)
        or len({len(column) for column in columns}) > 1
    ):
        problem = "the lists of boxes, classes and scores are not of one length"
        raise InputError("E-436", lists.place, problem, "give every box its class, and its score")
    return columns[0], columns[1], columns[2] if scored else []


def _value(held: JsonObject, names: tuple[str, ...]) -> Any:
    for name in names:
        if name in held:
            return held.values[name]
    raise held.wrong(names[0], f"one of {', '.join(names)}")


def _box(value: Any, place: str) -> list[float]:
    numbers = [_number(number) for number in value] if isinstance(value, list) else []
    if len(numbers) != 4 or None in numbers:
        raise InputError("E-120", place, f"the box is {say(value)}, need four numbers", "repair such boxes")
    return [number for number in numbers if number is not None]


def _label(value: Any, place: str) -> int | str:
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise InputError("E-424", place, f"the class is {say(value)}", "write a number or a name")
    return value


def _score(value: Any, place: str) -> float:
    number = _number(value)
    if number is None:
        raise InputError("E-123", place, f"the score is {say(value)}", "write a number")
    return number


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if abs(number) < float("inf") else None

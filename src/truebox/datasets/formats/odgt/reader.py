"""CrowdHuman's odgt as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.odgt.format import BODY, FORMAT, HEAD
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.texts.json_document import read_json_lines
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]

_TRUE_BOX = {BODY: "fbox", HEAD: "hbox"}
_FOUND_BOX = {BODY: "box", HEAD: "hbox"}


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """The truth of a path."""
    part = _part(options)
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path, boxes="xywh"), options)
    category = rows.category(part)
    for name, line in _pictures(path):
        image = rows.image(name, width=line.whole("width", 0), height=line.whole("height", 0))
        for each in line.objects("gtboxes"):
            try:
                box, ignored = each.values.get(_TRUE_BOX[part]), _is_ignored(each, part)
                box = _four(each, _TRUE_BOX[part], box)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(image, category, box, each.place, crowd=ignored, attributes={"tag": each.text("tag")})
    return with_picture_sizes(rows.truth(), options)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """The detections of a path."""
    part = _part(options)
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path, boxes="xywh"), options)
    for name, line in _pictures(path):
        for each in line.objects("dtboxes"):
            try:
                box = _four(each, _FOUND_BOX[part], each.values.get(_FOUND_BOX[part]))
                score = each.number("score")
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(name, part, box, score, each.place)
    return rows.predictions()


def _pictures(path: Path) -> Iterator[tuple[str, JsonObject]]:
    """The name of every picture and its line; of two lines CrowdDet keeps the last, in silence."""
    seen: set[str] = set()
    for number, value in read_json_lines(path):
        line = JsonObject(value, f"{path} line {number}")
        name = line.text("ID")
        if name in seen:
            raise InputError("E-448", line.place, f'"{name}" is listed twice', "keep one line per picture")
        seen.add(name)
        yield name, line


def _part(options: ReadOptions) -> str:
    return HEAD if tuple(options.classes or ()) == (HEAD,) else BODY


def _is_ignored(each: JsonObject, part: str) -> bool:
    """Whether it is a region to be ignored: no person, or said to be."""
    ignored = each.text("tag") != BODY or _flag(each, "extra")
    return ignored or (part == HEAD and _flag(each, "head_attr"))


def _flag(each: JsonObject, key: str) -> bool:
    held = each.values.get(key)
    return isinstance(held, dict) and held.get("ignore", 0) != 0


def _four(each: JsonObject, key: str, value: object) -> list[float]:
    numbers = value if isinstance(value, list) else []
    if len(numbers) != 4 or any(isinstance(n, bool) or not isinstance(n, int | float) for n in numbers):
        raise each.wrong(key, "four numbers: x, y, width, height")
    return [float(number) for number in numbers]

"""The simple JSON of labelling tools as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from truebox._writing.nearest import did_you_mean
from truebox.datasets.columns.box_reading import BOX_READINGS
from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.numbers.four_numbers import as_xywh
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.formats.annotation_json.format import FORMAT, NAME_KEYS
from truebox.datasets.formats.annotation_json.layout import seen_layout
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import refuse_keypoints, with_findings
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import ArgumentError, InputError
from truebox.records import Finding, Source

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]

_Records = TypeVar("_Records", "Truth", "Predictions")


@dataclass(slots=True)
class _Found:
    """One annotation before it is known what its numbers mean."""

    image: int
    entry: JsonObject
    numbers: list[float] | None
    points: list[float]


@dataclass(slots=True)
class _Picture:
    name: str
    key: str
    width: int
    height: int


def read_truth(path: Path, options: ReadOptions) -> Truth:
    rows = TruthRows(Source(str(path), "annotation-json", FORMAT.title, path), options)
    pictures, found, findings, layout = _found(path, options)
    for each in pictures:
        rows.image(each.key, width=each.width, height=each.height, file_name=each.name)
    for annotation, box, polygons in found:
        entry = annotation.entry
        attributes = dict(entry.object("attributes").values) if "attributes" in entry else {}
        if "difficult" in entry:
            attributes["difficult"] = entry.flag("difficult")
        rows.add(
            annotation.image,
            rows.category(entry.text("label")),
            box,
            entry.place,
            crowd=entry.flag("crowd"),
            ignore=entry.flag("ignore") or attributes.get("difficult") is True,
            polygons=polygons,
            attributes=attributes,
        )
    return _as_read(with_picture_sizes(with_findings(rows.truth(), *findings), options), layout)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    rows = PredictionRows(Source(str(path), "annotation-json", FORMAT.title, path), options)
    pictures, found, findings, layout = _found(path, options)
    for annotation, box, polygons in found:
        entry = annotation.entry
        try:
            score = entry.number("score" if "score" in entry else "confidence")
        except InputError as error:
            fix = "give every annotation a score; without one these are the truth"
            code, text = (
                ("E-123", "score is missing") if error.code == "E-441" else (error.code, error.problem)
            )
            options.errors.refuse(InputError(code, entry.place, text, fix))
            continue
        attributes = entry.object("attributes").values if "attributes" in entry else {}
        picture = pictures[annotation.image]
        name = picture.name or picture.key
        rows.add(name, entry.text("label"), box, score, entry.place, polygons=polygons, attributes=attributes)
    return _as_read(with_findings(rows.predictions(), *findings), layout)


def _as_read(records: _Records, layout: str) -> _Records:
    read = replace(records, source=replace(records.source, boxes=layout))
    return replace(read, units="fractions") if "_" in layout else read


def _found(
    path: Path, options: ReadOptions
) -> tuple[list[_Picture], list[tuple[_Found, list[float], Any]], list[Finding], str]:
    """Pictures, annotations with their boxes and polygons, what was noticed, and what boxes were read as."""
    refuse_keypoints(options, path, FORMAT.title)
    pictures: list[_Picture] = []
    found: list[_Found] = []
    for picture, entry in _pictures(path):
        pictures.append(picture)
        for each in entry.objects("annotations"):
            try:
                found.append(_annotation(len(pictures) - 1, each))
            except InputError as error:
                options.errors.refuse(error)
    layout, findings = _layout(found, path, options)
    boxes = _boxes(found, layout)
    shaped = [(each, box, _polygons(each.points)) for each, box in zip(found, boxes, strict=True)]
    return pictures, shaped, findings, layout


def _boxes(found: list[_Found], layout: str) -> list[list[float]]:
    numbers = np.array([each.numbers or (0.0,) * 4 for each in found], dtype=np.float64).reshape(-1, 4)
    boxes = as_xywh(numbers, layout.rpartition("_")[2])
    read: list[list[float]] = (boxes / 100 if layout.startswith("pct_") else boxes).tolist()
    return [
        list(extent(each.points)) if each.numbers is None else box
        for each, box in zip(found, read, strict=True)
    ]


def _pictures(path: Path) -> Iterator[tuple[_Picture, JsonObject]]:
    keys = ImageKeys()
    several = path.is_dir()
    for file, name in files_in(path, ".json"):
        document = read_json(file)
        if isinstance(document, dict) and "annotations" not in document and "images" in document:
            document = document["images"]
        alone = not isinstance(document, list)
        for row, value in enumerate([document] if alone else document):
            entry = JsonObject(value, str(file) if alone else f"{file} picture {row}")
            held = next((key for key in NAME_KEYS if isinstance(entry.values.get(key), str)), None)
            file_name = "" if held is None else PureWindowsPath(entry.text(held)).as_posix()
            if alone and several:
                key = without_suffix(name)
            elif not file_name and alone:
                key = without_suffix(file.name)
            elif not file_name:
                raise InputError("E-441", entry.place, "the picture has no name", "write it under file_name")
            elif file_name in keys:
                raise InputError("E-448", entry.place, f'"{file_name}" is listed twice', "list it once")
            else:
                key = keys.of(file_name)
            width, height = entry.whole("width", 0), entry.whole("height", 0)
            yield _Picture(file_name, key, width, height), entry


def _annotation(image: int, entry: JsonObject) -> _Found:
    entry.text("label")
    points = entry.points("points") if "points" in entry else []
    numbers = None
    if not points or any(key in entry for key in ("x", "y", "width", "height")):
        numbers = entry.numbers("x", "y", "width", "height")
    elif len(points) < 4:
        raise InputError("E-451", entry.place, "one point makes no box", "draw it again")
    return _Found(image, entry, numbers, points)


def _layout(found: list[_Found], path: Path, options: ReadOptions) -> tuple[str, list[Finding]]:
    if options.box_format is not None:
        if options.box_format not in BOX_READINGS:
            raise ArgumentError(
                f"box_format: {options.box_format!r} is unknown."
                f"{did_you_mean(options.box_format, BOX_READINGS)} "
                f"Fix: pass one of {', '.join(BOX_READINGS)}."
            )
        return options.box_format, []
    numbered = [(each.numbers, each.points) for each in found if each.numbers is not None]
    if not numbered:
        return "xywh", []
    seen = seen_layout(numbered)
    if seen.name is None:
        against = f"{seen.corners} points speak for corners, {seen.centres} for centres"
        problem = f"x and y of {len(numbered)} boxes may be their corner or their centre ({against})"
        fix = "say --box-format xywh if they are the top-left corner, cxcywh if they are the centre"
        raise InputError("E-446", str(path), problem, fix)
    if seen.corners + seen.centres in (0, len(numbered)):
        return seen.name, []
    what = "top-left corner" if seen.name == "xywh" else "centre"
    told = seen.corners + seen.centres
    text = f"x and y of boxes are read as the {what}, as the points beside {told} of them say"
    return seen.name, [Finding("W-443", text, len(numbered))]


def _polygons(points: list[float]) -> list[list[float]] | None:
    """The points as a polygon, unless they are the corners of a box."""
    if len(points) < 6:
        return None
    xs, ys = set(points[0::2]), set(points[1::2])
    return None if len(points) == 8 and len(xs) <= 2 and len(ys) <= 2 else [points]

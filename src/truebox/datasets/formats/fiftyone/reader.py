"""FiftyOne's exports as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.folders.folder_files import without_suffix
from truebox.datasets.folders.pictures_beside import pictures_beside
from truebox.datasets.formats.fiftyone.format import CROWDS, FILES, FORMAT, PREFERRED
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Ids, Source

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects = _read(path, options, "truth")
    if options.images is None and objects.image_sizes is not None and not (objects.image_sizes > 0).all():
        folder = path if path.is_dir() else path.parent
        stems = [without_suffix(name) for name in objects.image.names or ()]
        options = replace(options, images=pictures_beside(folder, stems))
    return truth_of_objects(objects, options, _source(path), images_listed=True)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    return predictions_of_objects(_read(path, options, "predictions"), options, _source(path))


def _source(path: Path) -> Source:
    return Source(str(path), FORMAT.name, FORMAT.title, path)


class _Objects:
    """Collects the detections of pictures."""

    def __init__(self, role: Role) -> None:
        self.scored = role == "predictions"
        self.names: dict[str, int] = {}
        self.sizes: list[tuple[int, int]] = []
        self.rows: list[tuple[int, str, list[float], float, float, str]] = []

    def picture(self, name: str, width: int = 0, height: int = 0) -> int:
        place = self.names.setdefault(name, len(self.names))
        if place == len(self.sizes):
            self.sizes.append((width, height))
        return place

    def take(self, image: int, detection: JsonObject, classes: Sequence[str]) -> None:
        numbers = detection.listed("bounding_box")
        if len(numbers) != 4:
            problem = f"bounding_box is {say(numbers)}, need [x, y, width, height]"
            raise InputError("E-120", detection.place, problem, "write four fractions of the picture")
        held = JsonObject(dict(zip("abcd", numbers, strict=True)), f"{detection.place} bounding_box")
        score = detection.number("confidence") if self.scored else 1.0
        crowd = float(_is_crowd(detection))
        row = (image, _label(detection, classes), held.numbers(*"abcd"), score, crowd, detection.place)
        self.rows.append(row)

    def table(self) -> ObjectTable:
        of_image = np.array([row[0] for row in self.rows], dtype=np.int64)
        labels = [row[1] for row in self.rows]
        sizes = np.array(self.sizes, dtype=np.int64).reshape(-1, 2)
        return ObjectTable(
            image=Ids(of_image, tuple(self.names)),
            category=Ids.of(labels) if labels else Ids(np.empty(0, dtype=np.int64), ()),
            boxes=np.array([row[2] for row in self.rows], dtype=np.float64).reshape(-1, 4),
            layout="rel_xywh",
            scores=np.array([row[3] for row in self.rows], dtype=np.float64) if self.scored else None,
            flags={"crowd": np.array([row[4] for row in self.rows], dtype=np.float64)},
            image_sizes=sizes,
            place=lambda row: self.rows[row][5],
        )


def _read(path: Path, options: ReadOptions, role: Role) -> ObjectTable:
    refuse_keypoints(options, path, FORMAT.title)
    file = next((path / name for name in FILES if (path / name).is_file()), path) if path.is_dir() else path
    document = JsonObject(read_json(file), str(file))
    found = _Objects(role)
    if "samples" in document:
        pictures = _of_samples(document, options, role, found)
    else:
        pictures = _of_labels(document, found)
    classes = [str(name) for name in document.listed("classes", optional=True)]
    for image, value, place in pictures:
        try:
            found.take(image, JsonObject(value, place), classes)
        except InputError as error:
            options.errors.refuse(error)
    return found.table()


def _of_labels(document: JsonObject, found: _Objects) -> Iterator[tuple[int, Any, str]]:
    labels = document.object("labels")
    for name in labels.values:
        image = found.picture(PureWindowsPath(name).as_posix())
        for row, value in enumerate(labels.listed(name, optional=True)):
            yield image, value, f"{labels.place} {name}[{row}]"


def _of_samples(
    document: JsonObject, options: ReadOptions, role: Role, found: _Objects
) -> Iterator[tuple[int, Any, str]]:
    samples = list(document.objects("samples"))
    name = _field(samples, options, role, document.place)
    for sample in samples:
        size = sample.object("metadata") if "metadata" in sample else JsonObject({}, sample.place)
        file = PureWindowsPath(sample.text("filepath")).as_posix().removeprefix("data/")
        image = found.picture(file, size.whole("width", 0), size.whole("height", 0))
        if name in sample:
            field = sample.object(name)
            for row, value in enumerate(field.listed("detections", optional=True)):
                yield image, value, f"{field.place} detections[{row}]"


def _field(samples: Sequence[JsonObject], options: ReadOptions, role: Role, place: str) -> str:
    """Which field of the samples is this side: said, called as usual, or the only one that can be (E-443)."""
    fields: dict[str, bool] = {}
    for sample in samples:
        for name, value in sample.values.items():
            if isinstance(value, dict) and isinstance(value.get("detections"), list):
                held = value["detections"]
                scored = any(isinstance(each, dict) and each.get("confidence") is not None for each in held)
                fields[name] = fields.get(name, False) or scored
    given = (options.columns or {}).get(role)
    if given is not None:
        return given
    fitting = [name for name, scored in fields.items() if scored == (role == "predictions")]
    if PREFERRED[role] in fields:
        return PREFERRED[role]
    if len(fitting) == 1 or (len(fields) == 1 and role == "truth"):
        return (fitting or list(fields))[0]
    listed = ", ".join(map(say, fitting or fields)) or "none"
    flags = " or ".join(f"--columns {role}={name}" for name in fitting or fields)
    fix = f"say it with {flags}" if flags else "export a field of detections"
    raise InputError("E-443", place, f"nothing says which field is the {role} ({listed})", fix)


def _is_crowd(detection: JsonObject) -> bool:
    places = [detection.flag(name) for name in CROWDS]
    if detection.values.get("attributes") not in (None, []):  # a list of none says nothing
        listed = detection.object("attributes")
        places += [_flag_of(listed, name) for name in CROWDS if name in listed]
    return any(places)


def _flag_of(attributes: JsonObject, name: str) -> bool:
    """An attribute as ``labels.json`` has it, or in an object, as old releases wrote it."""
    if isinstance(attributes.values[name], Mapping):
        return attributes.object(name).flag("value")
    return attributes.flag(name)


def _label(detection: JsonObject, classes: Sequence[str]) -> str:
    value = detection.values.get("label")
    if not isinstance(value, int) or isinstance(value, bool):
        return detection.text("label")
    if not classes:
        return str(value)
    if not 0 <= value < len(classes):
        problem = f"class {value} has no name: there are {len(classes)}, counted from 0"
        raise InputError("E-429", detection.place, problem, "list every class under classes")
    return classes[value]

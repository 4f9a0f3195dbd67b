"""VIA's files as records; the facts relied on stand in `format`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.object_table import ONE_CLASS, one_class_said
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.via.format import FORMAT, SHAPES, is_table
from truebox.datasets.formats.via.regions import NO_BOX, class_attribute, class_of, shape_of
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import LeftOut, refuse_keypoints, with_findings
from truebox.datasets.texts.csv.rows import text_rows
from truebox.datasets.texts.csv.table import head_of_csv
from truebox.datasets.texts.files import open_file, read_bytes
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["read_truth"]

_HEAD = 1 << 16
_FILE = ("filename", "#filename")
_ATTRIBUTES = "region_attributes"
_PROJECT = "_via_img_metadata"


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    keys, out = ImageKeys(), LeftOut()
    with open_file(path) as stream:
        table = is_table(stream.read(_HEAD))
    regions: list[tuple[int, JsonObject]] = []
    for name, found in _of_table(path, options) if table else _of_json(path):
        image = rows.image(keys.of(name), file_name=name)
        regions += [(image, region) for region in found]
    given = (options.columns or {}).get("label")
    label = class_attribute([_attributes(region) for _, region in regions], given, str(path))
    for image, region in regions:
        try:
            shape = region.object("shape_attributes")
            kind = shape.text("name")
            if kind in NO_BOX:
                out.note(kind)
                continue
            name = ONE_CLASS if label is None else class_of(_attributes(region), label, region.place)
            held = shape_of(shape)
        except InputError as error:
            options.errors.refuse(error)
            continue
        rows.add(image, rows.category(name), held["box"], region.place, polygons=held["polygons"])
    noticed = (one_class_said(str(path)),) if label is None and regions else ()
    return with_picture_sizes(with_findings(rows.truth(), *noticed, *out.findings()), options)


def _attributes(region: JsonObject) -> Mapping[str, Any]:
    return region.object(_ATTRIBUTES).values if _ATTRIBUTES in region else {}


def _of_json(path: Path) -> Iterator[tuple[str, list[JsonObject]]]:
    """Name and regions of every picture."""
    document = JsonObject(read_json(path), str(path))
    pictures = document.object(_PROJECT) if _PROJECT in document else document
    for key, value in pictures.values.items():
        picture = JsonObject(value, f"{path} {key}")
        held = picture.values.get("regions")
        if isinstance(held, Mapping):  # of version 1
            found = [JsonObject(each, f"{picture.place} regions[{row}]") for row, each in held.items()]
        else:
            found = list(picture.objects("regions", optional=True))
        yield picture.text("filename"), found


def _of_table(path: Path, options: ReadOptions) -> Iterator[tuple[str, list[JsonObject]]]:
    """Name and region of every row; none where a picture has none."""
    head = head_of_csv(path)
    named = next((name for name in _FILE if name in head.names), None)
    if named is None or _ATTRIBUTES not in head.names:
        absent = "filename" if named is None else _ATTRIBUTES
        fix = "export the annotations again as CSV"
        raise InputError("E-420", f"{path} line 1", f"there is no column {absent}", fix)
    places = [head.names.index(name) for name in (named, SHAPES, _ATTRIBUTES)]
    for line, row in text_rows(read_bytes(path), str(path), head):
        place = f"{path} line {line}"
        try:
            if len(row) != len(head.names):
                problem = f"the row has {len(row)} cells, the header has {len(head.names)}"
                raise InputError("E-421", place, problem, "complete the row")
            name, shape, attributes = (row[at] for at in places)
            region = {"shape_attributes": _object(shape, place), _ATTRIBUTES: _object(attributes, place)}
        except InputError as error:
            options.errors.refuse(error)
            continue
        yield name, [JsonObject(region, place)] if region["shape_attributes"] else []


def _object(text: str, place: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        problem = f"{text[:60]!r} is no JSON object"
        raise InputError("E-440", place, problem, "quote the cell, and double the quotes in it")
    return value

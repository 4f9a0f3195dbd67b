"""LabelMe files as records; the facts relied on stand in `format`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.rotated_corners import angle_of, extent
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.datasets.formats.labelme.format import FORMAT
from truebox.datasets.formats.labelme.mask import labelme_mask
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import LeftOut, refuse_keypoints, with_findings
from truebox.datasets.texts.json_document import read_json_keys
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Source
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]
_KEYS = ("shapes", "imagePath", "imageHeight", "imageWidth")
_NO_BOX = ("point", "line", "linestrip", "points")
_RIM = 64


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    rows = TruthRows(Source(str(path), "labelme", FORMAT.title, path), options)
    out, alone = LeftOut(), True
    for key, document in _documents(path, options):
        image = rows.image(
            key,
            width=document.whole("imageWidth", 0),
            height=document.whole("imageHeight", 0),
            file_name=_name(document),
        )
        for shape, held in _shapes(document, options, out):
            flags = _flags(shape)
            alone = alone and shape.text("shape_type", "polygon") == "rectangle"
            rows.add(
                image,
                rows.category(shape.text("label")),
                held.pop("box"),
                shape.place,
                crowd=flags.pop("crowd", False),
                ignore=flags.pop("ignore", False) or flags.get("difficult", False),
                attributes=flags | held.pop("attributes"),
                **held,
            )
    alone = alone and not options.errors.lenient  # a shape that was dropped may be a mask
    rows.source = replace(rows.source, boxes_alone=alone)
    return with_picture_sizes(with_findings(rows.truth(), *out.findings()), options)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    rows = PredictionRows(Source(str(path), "labelme", FORMAT.title, path), options)
    out = LeftOut()
    for key, document in _documents(path, options):
        for shape, held in _shapes(document, options, out):
            try:
                score = shape.number("score")
            except InputError as error:
                options.errors.refuse(_no_score(error))
                continue
            flags = _flags(shape)
            rows.add(
                _name(document) or key,
                shape.text("label"),
                held.pop("box"),
                score,
                shape.place,
                attributes=flags | held.pop("attributes"),
                **held,
            )
    return with_findings(rows.predictions(), *out.findings())


def _no_score(error: InputError) -> InputError:
    if error.code != "E-441":
        return error
    fix = "LabelMe holds the truth; detections need a score in every shape, as X-AnyLabeling writes it"
    return InputError("E-123", error.place, "score is missing", fix)


def _documents(path: Path, options: ReadOptions) -> Iterator[tuple[str, JsonObject]]:
    for file, name in files_in(path, ".json"):
        document = JsonObject(read_json_keys(file, _KEYS), str(file))
        try:
            document.listed("shapes")
        except InputError as error:
            options.errors.refuse(error)
            continue
        yield without_suffix(name), document


def _name(document: JsonObject) -> str:
    return PureWindowsPath(document.text("imagePath", "")).as_posix() if "imagePath" in document else ""


def _flags(shape: JsonObject) -> dict[str, Any]:
    flags: dict[str, Any] = dict(shape.object("flags").values) if "flags" in shape else {}
    if "difficult" in shape:
        flags["difficult"] = shape.flag("difficult")
    return flags


def _shapes(
    document: JsonObject, options: ReadOptions, out: LeftOut
) -> Iterator[tuple[JsonObject, dict[str, Any]]]:
    for row, value in enumerate(document.listed("shapes")):
        try:
            shape = JsonObject(value, f"{document.place} shapes[{row}]")
            kind = shape.text("shape_type", "polygon")
            if kind in _NO_BOX:
                out.note(kind)
                continue
            shape.text("label")
            held = _held(shape, kind, document, options)
        except InputError as error:
            options.errors.refuse(error)
            continue
        yield shape, held


def _held(shape: JsonObject, kind: str, document: JsonObject, options: ReadOptions) -> dict[str, Any]:
    """Box, polygons or mask, and attributes of a shape."""
    points = shape.points("points")
    counts = {"rectangle": (2, 4), "circle": (2,), "oriented_rectangle": (4,), "rotation": (4,), "mask": (2,)}
    if kind not in counts and kind != "polygon":
        raise InputError(
            "E-451",
            shape.place,
            f'shape_type "{kind}" is unknown',
            f"use one of {', '.join(counts)}, polygon",
        )
    count = len(points) // 2
    if count not in counts.get(kind, (count,)) or (kind == "polygon" and count < 3):
        need = " or ".join(map(str, counts.get(kind, ("3 or more",))))
        raise InputError("E-451", shape.place, f"{count} points, need {need} for a {kind}", "draw it again")
    if kind == "circle":
        points = _rim(points)
        centre_x, centre_y, radius = points[-3:]
        box = (centre_x - radius, centre_y - radius, 2 * radius, 2 * radius)
        return {"box": box, "polygons": [points[:-3]], "attributes": {}}
    box = extent(points)
    if kind == "mask":
        held: dict[str, Any] = {"box": (box[0], box[1], box[2] + 1, box[3] + 1), "attributes": {}}
        if options.geometry in OUTLINED:
            held["mask"] = labelme_mask(shape, document, held["box"])
        return held
    if kind in ("oriented_rectangle", "rotation"):
        return {"box": box, "polygons": [points], "attributes": {"angle": angle_of(points)}}
    return {"box": box, "polygons": [points] if kind == "polygon" else None, "attributes": {}}


def _rim(points: list[float]) -> list[float]:
    """The rim of a circle as a polygon, then its centre and radius."""
    x, y = points[0], points[1]
    radius = math.dist(points[:2], points[2:])
    turns = [2 * math.pi * step / _RIM for step in range(_RIM)]
    rim = [value for turn in turns for value in (x + radius * math.cos(turn), y + radius * math.sin(turn))]
    return [*rim, x, y, radius]

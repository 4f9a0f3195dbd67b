"""Scalabel JSON as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from truebox.datasets.columns.pixel_origin import titled
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.scalabel.format import FORMAT
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Predictions, Source, Truth

__all__ = ["read_predictions", "read_truth"]

_BOX = ("x1", "y1", "x2", "y2")


def _frames(path: Path) -> tuple[Iterator[JsonObject], JsonObject | None]:
    """The frames, and the part `config` where there is one."""
    value = read_json(path)
    if isinstance(value, list):
        return (JsonObject(frame, f"{path} frame {row}") for row, frame in enumerate(value)), None
    document = JsonObject(value, str(path))
    return document.objects("frames"), document.object("config") if "config" in document else None


def _key(frame: JsonObject) -> tuple[str, str]:
    """Id and file name: in videos both begin with the video's name."""
    name = frame.text("name")
    video = frame.text("videoName", "")
    name = f"{video}/{name}" if video and not name.startswith(f"{video}/") else name
    stem, dot, suffix = name.rpartition(".")
    return (stem if dot and stem and suffix.isalnum() and len(suffix) <= 4 else name), name


def _size(frame: JsonObject, config: JsonObject | None) -> tuple[int, int]:
    for holder, key in ((frame, "size"), (config, "imageSize")):
        if holder is not None and key in holder:
            size = holder.object(key)
            return size.whole("width"), size.whole("height")
    return 0, 0


def _box(label: JsonObject, options: ReadOptions) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = label.object("box2d").numbers(*_BOX)
    origin = options.pixel_origin or 0
    return x1 - origin, y1 - origin, x2 - x1 + 1, y2 - y1 + 1


def _attributes(label: JsonObject) -> tuple[dict[str, Any], dict[str, Any]]:
    """Flags of the evaluation, and what else is kept."""
    held = label.object("attributes") if "attributes" in label else JsonObject({}, label.place)
    kept: dict[str, Any] = {name: held.flag(name) for name in ("occluded", "truncated") if name in held}
    if label.values.get("id") is not None:
        kept["track"] = str(label.values["id"])
    return {"crowd": held.flag("crowd"), "ignore": held.flag("ignored")}, kept


def read_truth(path: Path, options: ReadOptions) -> Truth:
    title = titled(FORMAT.title, options.pixel_origin)
    rows = TruthRows(Source(str(path), FORMAT.name, title, path), options)
    frames, config = _frames(path)
    rows.categories(options.classes or ())
    if config is not None:
        rows.categories(_category_names(config))
    named: dict[str, str] = {}
    for frame in frames:
        key, name = _key(frame)
        if named.setdefault(key, name) != name:
            key = name  # another picture has this name but for the suffix
        width, height = _size(frame, config)
        video = frame.text("videoName", "")
        said = {"sequence": video, "frame": frame.whole("frameIndex", 0)} if video else {}
        image = rows.image(key, width=width, height=height, file_name=name, attributes=said)
        for label in frame.objects("labels", optional=True):
            try:
                if "box2d" not in label:
                    continue
                flags, kept = _attributes(label)
                category, box = label.text("category"), _box(label, options)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(image, rows.category(category), box, label.place, attributes=kept, **flags)
    return rows.truth()


def _category_names(config: JsonObject) -> Iterator[str]:
    """Names of the leaves of the tree of classes."""
    for each in config.objects("categories", optional=True):
        if "subcategories" in each:
            yield from (leaf.text("name") for leaf in each.objects("subcategories"))
        else:
            yield each.text("name")


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    title = titled(FORMAT.title, options.pixel_origin)
    rows = PredictionRows(Source(str(path), FORMAT.name, title, path), options)
    for frame in _frames(path)[0]:
        _, name = _key(frame)
        for label in frame.objects("labels", optional=True):
            try:
                if "box2d" not in label:
                    continue
                box, score = _box(label, options), label.number("score")
                category, (_, kept) = label.text("category"), _attributes(label)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(name, category, box, score, label.place, attributes=kept)
    return rows.predictions()

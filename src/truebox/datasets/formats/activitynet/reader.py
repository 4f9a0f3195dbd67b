"""Temporal segments as records; the facts relied on stand in `format`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.activitynet.format import FORMAT
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.datasets.splitting.splits import ALL_SPLITS, Splits
from truebox.datasets.texts.json_document import read_json_keys
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth", "splits_of"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    rows = TruthRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    for video, held in _videos(path):
        if options.split not in (None, ALL_SPLITS, held.text("subset", "")):
            continue
        duration = held.number("duration", 0.0)
        image = rows.image(video, file_name=video, attributes={"duration": duration})
        for each in held.objects("annotations", optional=True):
            try:
                label, box = each.text("label"), _box(each)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(image, rows.category(label), box, each.place)
    return rows.truth()


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    rows = PredictionRows(Source(str(path), FORMAT.name, FORMAT.title, path), options)
    results = JsonObject(read_json_keys(path, ("results",)), str(path)).object("results")
    for video in results.values:
        for each in results.objects(video):
            try:
                label, box, score = each.text("label"), _box(each), each.number("score")
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(video, label, box, score, each.place)
    return replace(rows.predictions(), image_by="name", category_by="name")


def splits_of(path: Path) -> Splits | None:
    """The subsets that hold annotations."""
    subsets = dict.fromkeys(
        held.text("subset", "") for _, held in _videos(path) if held.listed("annotations", optional=True)
    )
    named = {name: path for name in subsets if name}
    return Splits(path, named) if len(named) > 1 else None


def _videos(path: Path) -> Iterator[tuple[str, JsonObject]]:
    database = JsonObject(read_json_keys(path, ("database",)), str(path)).object("database")
    for video in database.values:
        yield video, database.object(video)


def _box(each: JsonObject) -> tuple[float, float, float, float]:
    """A segment as a box one high."""
    values = each.listed("segment")
    numbers = JsonObject(dict(zip(("start", "end"), values, strict=False)), f"{each.place} segment")
    if len(values) != 2:
        problem = f"{say(values)}, need [start, end]"
        raise InputError("E-440", numbers.place, problem, "write two numbers of seconds")
    start, end = numbers.numbers("start", "end")
    if end < start:
        problem = f"it ends at {end:g}, before it begins at {start:g}"
        raise InputError(
            "E-440", numbers.place, problem, "write start and end, the start first; a duration is no end"
        )
    return start, 0.0, end - start, 1.0

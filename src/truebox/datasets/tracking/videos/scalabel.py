"""Tracks of Scalabel JSON, as BDD100K has them: a list of frames for each video, labels with ids."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Source, TrackedSequence, Tracks

__all__ = ["BDD100K", "read_scalabel_tracks"]

BDD100K = (
    *("pedestrian", "rider", "other person", "car", "bus", "truck", "train", "trailer", "other vehicle"),
    *("motorcycle", "bicycle"),
)
"""Names of the classes of BDD100K, which are numbered from 1."""

_CORNERS = ("x1", "y1", "x2", "y2")


def read_scalabel_tracks(source: Source, files: Mapping[str, Path]) -> Tracks:
    """The tracks of files of frames.

    A file of a folder is a video; one file alone may list frames of several, told by their ``videoName``.
    Frames are counted in the order of their ``index`` (or ``frameIndex``). Boxes are the four numbers of
    ``box2d`` as they are, as TrackEval takes them; labels without one are passed over. Classes have the
    numbers of BDD100K, others those that follow.

    Raises
    ------
    InputError
        A value is missing or of another kind (E-440, E-441), two frames have one index (E-435), an id is no
        whole number (E-422).

    Examples
    --------
    >>> read_scalabel_tracks(Source("gt", "bdd100k", "BDD100K tracks"), {})
    <Tracks gt: 0 objects, 0 sequences>
    """
    numbers = {name: place for place, name in enumerate(BDD100K, start=1)}
    alone = source.path is not None and list(files.values()) == [source.path]
    sequences = tuple(
        _sequence(video, file, frames, numbers)
        for name, file in files.items()
        for video, frames in (_videos(file) if alone else {name: _frames(_listed(file))}).items()
    )
    classes = {number: name for name, number in numbers.items()}
    return Tracks(source=source, sequences=sequences, classes=classes, layout="xyxy")


def _sequence(name: str, file: Path, frames: list[JsonObject], numbers: dict[str, int]) -> TrackedSequence:
    rows: list[tuple[int, int, int, bool]] = []
    boxes, scores, places = [], [], []
    for at, frame in enumerate(frames):
        for label in frame.objects("labels", optional=True):
            if "box2d" not in label:
                continue
            category = label.text("category")
            number = numbers.setdefault(category, len(numbers) + 1)
            rows.append((at, _track(label), number, _is_crowd(label)))
            boxes.append(label.object("box2d").numbers(*_CORNERS))
            scores.append(label.number("score", 1.0))
            places.append(label.place.removeprefix(f"{file} "))
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return TrackedSequence(
        name=name,
        length=len(frames),
        frame=columns[:, 0].astype(np.int32),
        track=columns[:, 1],
        boxes=np.array(boxes, dtype=np.float64).reshape(-1, 4),
        label=columns[:, 2],
        score=np.array(scores, dtype=np.float64),
        attributes={"crowd": columns[:, 3] != 0, "within": np.array(places, dtype=object)},
        place=str(file),
        first=0,
    )


def _listed(file: Path) -> list[JsonObject]:
    """All frames of a file in its order."""
    value = read_json(file)
    if isinstance(value, dict) and isinstance(value.get("frames"), list):
        value = value["frames"]
    if not isinstance(value, list):
        raise InputError("E-440", str(file), f"{say(value)}, need a list of frames", "write [{...}, ...]")
    return [JsonObject(each, f"{file} frame {row}") for row, each in enumerate(value)]


def _videos(file: Path) -> dict[str, list[JsonObject]]:
    """The frames of every video of one file."""
    held: dict[str, list[JsonObject]] = {}
    for frame in _listed(file):
        name = frame.text("videoName") if "videoName" in frame else file.stem
        held.setdefault(name, []).append(frame)
    return {name: _frames(frames) for name, frames in held.items()}


def _frames(listed: list[JsonObject]) -> list[JsonObject]:
    """The frames of one video in the order of their index."""
    found: dict[int, JsonObject] = {}
    for frame in listed:
        index = frame.whole("index" if "index" in frame else "frameIndex")
        if index in found:
            problem = f"index {index} is that of {found[index].place.rpartition(' frame ')[2]} too"
            raise InputError("E-435", frame.place, problem, "give every frame an index of its own")
        found[index] = frame
    return [found[index] for index in sorted(found)]


def _track(label: JsonObject) -> int:
    """Ids are texts of digits there, such as 00000123."""
    value: Any = label.values.get("id")
    text = str(value).strip()
    if value is None or isinstance(value, bool) or not text.isascii() or not text.isdigit() or len(text) > 18:
        problem = "id is missing" if value is None else f"id is {say(value)}, need a whole number"
        raise InputError("E-422", label.place, problem, "number the tracks of a video")
    return int(text)


def _is_crowd(label: JsonObject) -> bool:
    if "attributes" not in label:
        return False
    held = label.object("attributes")
    return held.flag("Crowd") or held.flag("crowd")

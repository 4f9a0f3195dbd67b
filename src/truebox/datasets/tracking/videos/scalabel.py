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

__all__ = ["BDD100K", "read_frame_list", "read_scalabel_tracks"]

BDD100K = (
    *("pedestrian", "rider", "other person", "car", "bus", "truck", "train", "trailer", "other vehicle"),
    *("motorcycle", "bicycle"),
)
"""Names of the classes of BDD100K, which are numbered from 1."""

_CORNERS = ("x1", "y1", "x2", "y2")


def read_scalabel_tracks(source: Source, files: Mapping[str, Path]) -> Tracks:
    """The tracks of files of frames.

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
    sequences = tuple(_sequence(name, file, _listed(file), numbers) for name, file in files.items())
    return _tracks(source, sequences, numbers)


def read_frame_list(source: Source, file: Path) -> Tracks:
    """The tracks of one file with the frames of several videos, each frame with its ``videoName``.

    A list of frames, or an object with ``frames``; videos in the order of their names, else as in
    `read_scalabel_tracks`.

    Raises
    ------
    InputError
        As there; and a frame without a video among others that name one (E-441).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "gt.json"
    ...     _ = file.write_text('[{"videoName": "b", "index": 0}, {"videoName": "a", "index": 0}]')
    ...     side = read_frame_list(Source("gt.json", "bdd100k", "BDD100K tracks"), file)
    >>> [each.name for each in side.sequences]
    ['a', 'b']
    """
    numbers = {name: place for place, name in enumerate(BDD100K, start=1)}
    frames = _listed(file)
    unnamed = file.name.partition(".")[0] if not any("videoName" in each for each in frames) else None
    videos: dict[str, list[JsonObject]] = {}
    for each in frames:
        videos.setdefault(each.text("videoName", unnamed), []).append(each)
    sequences = tuple(_sequence(name, file, videos[name], numbers) for name in sorted(videos))
    return _tracks(source, sequences, numbers)


def _tracks(source: Source, sequences: tuple[TrackedSequence, ...], numbers: Mapping[str, int]) -> Tracks:
    classes = {number: name for name, number in numbers.items()}
    return Tracks(source=source, sequences=sequences, classes=classes, layout="xyxy")


def _sequence(name: str, file: Path, listed: list[JsonObject], numbers: dict[str, int]) -> TrackedSequence:
    frames = _by_index(listed)
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
    value = read_json(file)
    if isinstance(value, Mapping) and "frames" in value:
        value = value["frames"]
    if not isinstance(value, list):
        raise InputError("E-440", str(file), f"{say(value)}, need a list of frames", "write [{...}, ...]")
    return [JsonObject(each, f"{file} frame {row}") for row, each in enumerate(value)]


def _by_index(frames: list[JsonObject]) -> list[JsonObject]:
    found: dict[int, JsonObject] = {}
    for frame in frames:
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

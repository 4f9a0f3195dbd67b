"""Tracks of TAO: COCO's lists, with videos that the pictures are of, and a track for every box."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox.datasets.texts.json_document import read_json_keys
from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.tracking.videos.tao.boxes import tao_box
from truebox.datasets.tracking.videos.tao.results import read_tao_results
from truebox.errors import InputError
from truebox.records import LabelledClasses, Source, TrackedSequence, Tracks, whole_tracks_of_boxes

if TYPE_CHECKING:
    from truebox.datasets.format import Role

__all__ = ["read_tao"]

_LISTS = ("videos", "images", "categories", "annotations")
_CLAIMS = ("neg_category_ids", "not_exhaustive_category_ids")


class _Video(NamedTuple):
    name: str
    claims: tuple[frozenset[int], frozenset[int]] | None
    rows: list[tuple[int, int, int, int]]  # frame, track, class, entry
    boxes: list[list[float]]


def read_tao(path: Path, role: Role, name: str) -> Tracks:
    """The tracks of one side.

    The truth is an object with ``videos``, ``images``, ``categories`` and ``annotations``; frames of a video
    are its pictures by ``frame_index``. Classes with ``merged`` stand for those that they list. Results are a
    list of boxes that name pictures by number, which the truth explains.

    Raises
    ------
    InputError
        A value is missing or of another kind (E-440, E-441), a box is of no picture, video or class (E-591),
        two pictures are one frame (E-435).

    Examples
    --------
    >>> import tempfile
    >>> box = '{"image_id": 3, "category_id": 1, "bbox": [0, 0, 5, 5], "score": 0.5, "track_id": 7}'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "found.json"
    ...     _ = file.write_text(f"[{box}]")
    ...     side = read_tao(file, "predictions", "found.json")
    >>> side.pictured, side.sequences[0].track.tolist(), side.sequences[0].attributes["image"].tolist()
    (True, [7], [3])
    """
    source = Source(name, "tao", "TAO tracks", path)
    return read_tao_results(path, source) if role == "predictions" else _truth(path, source)


def _truth(path: Path, source: Source) -> Tracks:
    content: Any = read_json_keys(path, _LISTS)
    if isinstance(content, list):
        problem = "this is a list, as results are; a truth is an object with videos, images, annotations"
        raise InputError("E-440", str(path), problem, "give the truth first, then the results")
    whole = JsonObject(content, str(path))
    videos = _videos(whole)
    frames, pictures = _pictures(whole, videos)
    classes, aliases = _classes(whole)
    for entry, each in enumerate(whole.objects("annotations")):
        image = each.whole("image_id")
        if image not in frames:
            raise _unknown(each, f"image_id {image} is none of the images", "list the picture in images")
        video, frame = frames[image]
        if "video_id" in each and each.whole("video_id") != video:
            problem = f"video_id is {each.whole('video_id')}, and its picture {image} is of video {video}"
            raise _unknown(each, problem, "write the video of the picture")
        kind = each.whole("category_id")
        kind = aliases.get(kind, kind)
        if kind not in classes:
            raise _unknown(each, f"category_id {kind} is none of the categories", "list it in categories")
        videos[video].rows.append((frame, each.whole("track_id"), kind, entry))
        videos[video].boxes.append(tao_box(each))
    place = f"{path} annotations"
    sequences = [_sequence(video, number, pictures[number], place) for number, video in videos.items()]
    sequences.sort(key=lambda each: each.name)
    return Tracks(source=source, sequences=tuple(sequences), classes=classes, aliases=aliases)


def _videos(whole: JsonObject) -> dict[int, _Video]:
    videos: dict[int, _Video] = {}
    names: set[str] = set()
    for each in whole.objects("videos"):
        number = each.whole("id")
        name = each.text("name", str(number)).replace("/", "-")
        if number in videos or name in names:
            which = f"id {number}" if number in videos else f"name {name}"
            raise _unknown(
                each, f"the {which} is of two videos", "give every video an id and a name of its own"
            )
        names.add(name)
        claims = None
        if all(key in each.values for key in _CLAIMS):
            absent, incomplete = (frozenset(_numbers(each, key)) for key in _CLAIMS)
            claims = (absent, incomplete)
        videos[number] = _Video(name, claims, [], [])
    return videos


def _numbers(each: JsonObject, key: str) -> list[int]:
    held = each.listed(key)
    if any(type(value) is not int for value in held):
        raise each.wrong(key, "a list of ids of categories")
    return held


def _pictures(
    whole: JsonObject, videos: dict[int, _Video]
) -> tuple[dict[int, tuple[int, int]], dict[int, list[int]]]:
    """Of each picture its video and its frame; of each video its pictures in order."""
    found: dict[int, dict[int, int]] = {number: {} for number in videos}
    seen: set[int] = set()
    for each in whole.objects("images"):
        image, video, index = each.whole("id"), each.whole("video_id"), each.whole("frame_index")
        if video not in videos:
            raise _unknown(each, f"video_id {video} is none of the videos", "list the video in videos")
        if image in seen:
            raise _unknown(each, f"the id {image} is of two pictures", "give every picture an id of its own")
        if index in found[video]:
            problem = f"frame_index {index} of video {video} is that of picture {found[video][index]} too"
            raise InputError(
                "E-435", each.place, problem, "give every picture of a video an index of its own"
            )
        seen.add(image)
        found[video][index] = image
    pictures = {video: [held[index] for index in sorted(held)] for video, held in found.items()}
    frames = {image: (video, frame) for video, held in pictures.items() for frame, image in enumerate(held)}
    return frames, pictures


def _classes(whole: JsonObject) -> tuple[dict[int, str], dict[int, int]]:
    classes: dict[int, str] = {}
    aliases: dict[int, int] = {}
    for each in whole.objects("categories"):
        number = each.whole("id")
        if number in classes:
            raise _unknown(each, f"the id {number} is of two categories", "give every category its own id")
        classes[number] = each.text("name")
        for other in each.objects("merged", optional=True):
            aliases[other.whole("id")] = number
    return classes, aliases


def _sequence(video: _Video, number: int, pictures: list[int], place: str) -> TrackedSequence:
    columns = np.array(video.rows, dtype=np.int64).reshape(-1, 4)
    boxes = np.array(video.boxes, dtype=np.float64).reshape(-1, 4)
    frame, track, label, entry = columns.T
    score = np.ones(len(columns))
    whole = whole_tracks_of_boxes(frame, track, label, score, boxes)
    labelled = None
    if video.claims is not None:
        labelled = LabelledClasses(frozenset(whole.label.tolist()), *video.claims)
    return TrackedSequence(
        name=video.name,
        length=len(pictures),
        frame=frame.astype(np.int32),
        track=np.ascontiguousarray(track),
        boxes=boxes,
        label=np.ascontiguousarray(label),
        score=score,
        attributes={"entry": entry},
        place=place,
        first=0,
        whole=whole,
        number=number,
        pictures=np.array(pictures, dtype=np.int64),
        labelled=labelled,
    )


def _unknown(each: JsonObject, problem: str, fix: str) -> InputError:
    return InputError("E-591", each.place, problem, fix)

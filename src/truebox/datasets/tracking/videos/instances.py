"""Tracks of YouTube-VIS: an entry is a track, with one segmentation or null for each frame of its video."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.tracking.videos.instance_rows import InstanceRows
from truebox.errors import InputError
from truebox.records import Source, Tracks

if TYPE_CHECKING:
    from truebox.datasets.format import Role

__all__ = ["read_instances"]


class _Video(NamedTuple):
    name: str
    length: int
    size: tuple[int, int]


def read_instances(path: Path, role: Role, name: str) -> Tracks:
    """The tracks of one side.

    The truth is an object with ``videos``, ``categories`` and ``annotations``; results are a list, or an
    object with ``annotations``. A sequence is a video, named by the folder of its pictures; results name
    videos by number, which the truth explains.

    Raises
    ------
    InputError
        A value is missing or of another kind (E-440, E-441), an annotation is of no video or class, or its
        lists are not as long as the video (E-591), run lengths are broken (E-160 to E-169).

    Examples
    --------
    >>> import tempfile
    >>> track = '{"video_id": 3, "category_id": 1, "score": 0.5, "segmentations": [null]}'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "dt.json"
    ...     _ = file.write_text(f"[{track}]")
    ...     side = read_instances(file, "predictions", "dt.json")
    >>> side.numbered, side.sequences[0].number, len(side.sequences[0].whole)
    (True, 3, 1)
    """
    content = read_json(path)
    source = Source(name, "youtube_vis", "YouTube-VIS", path)
    return _truth(content, source, path) if role == "truth" else _results(content, source, path)


def _truth(content: Any, source: Source, path: Path) -> Tracks:
    if isinstance(content, list):
        problem = "this is a list, as results are; a truth is an object with videos, categories, annotations"
        raise InputError("E-440", str(path), problem, "give the truth first, then the results")
    whole = JsonObject(content, str(path))
    videos = _videos(whole)
    classes = {each.whole("id"): each.text("name") for each in whole.objects("categories")}
    rows = {
        number: InstanceRows(f"{path} annotations", is_truth=True, size=video.size, length=video.length)
        for number, video in videos.items()
    }
    for entry, each in enumerate(whole.objects("annotations")):
        number, kind = each.whole("video_id"), each.whole("category_id")
        if number not in videos:
            raise _unknown(each, f"video_id {number} is none of the videos", "list the video in videos")
        if kind not in classes:
            raise _unknown(each, f"category_id {kind} is none of the categories", "list it in categories")
        rows[number].add(each, entry, each.whole("id"))
    sequences = tuple(rows[number].sequence(video.name, number) for number, video in videos.items())
    return Tracks(source=source, sequences=sequences, classes=classes)


def _videos(whole: JsonObject) -> dict[int, _Video]:
    videos: dict[int, _Video] = {}
    names: set[str] = set()
    for each in whole.objects("videos"):
        number = each.whole("id")
        if number in videos:
            raise _unknown(each, f"the id {number} is of two videos", "give every video an id of its own")
        files = each.listed("file_names", optional=True)
        folder = files[0].partition("/")[0] if files and isinstance(files[0], str) and "/" in files[0] else ""
        name = folder if folder and folder not in names else str(number)
        names.add(name)
        size = (each.whole("height", 0), each.whole("width", 0))
        videos[number] = _Video(name, len(files) or each.whole("length"), size)
    return videos


def _results(content: Any, source: Source, path: Path) -> Tracks:
    place = str(path)
    rows: dict[int, InstanceRows] = {}
    for entry, each in enumerate(_entries(content, path)):
        number = each.whole("video_id")
        if number not in rows:
            rows[number] = InstanceRows(place, is_truth=False)
        rows[number].add(each, entry, entry)
    sequences = tuple(each.sequence(str(number), number) for number, each in rows.items())
    return Tracks(source=source, sequences=sequences, classes={}, numbered=True)


def _entries(content: Any, path: Path) -> Iterator[JsonObject]:
    if isinstance(content, Mapping):
        return JsonObject(content, str(path)).objects("annotations")
    if not isinstance(content, list):
        raise InputError("E-440", str(path), "this is no list of tracks", "write [{...}, ...]")
    return (JsonObject(each, f"{path}[{entry}]") for entry, each in enumerate(content))


def _unknown(each: JsonObject, problem: str, fix: str) -> InputError:
    return InputError("E-591", each.place, problem, fix)

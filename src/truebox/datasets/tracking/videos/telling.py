"""Which files of JSON or XML hold tracks of videos: by a look at their bytes, without NumPy."""

from __future__ import annotations

import re
from pathlib import Path

from truebox.datasets.place import Place
from truebox.datasets.texts.files import open_file, read_bytes
from truebox.datasets.texts.mapped_text import MappedText
from truebox.datasets.texts.packed import MAGIC_SIZE, is_packed, without_packing
from truebox.errors import InputError

__all__ = [
    "are_instances",
    "has_tracked_boxes",
    "is_cvat_video",
    "is_frame_list",
    "is_instance_results",
    "is_tracked_boxes",
]

_LISTS = b'"segmentations"'
_BOXES = b'"bboxes"'
_TRACK = b'"track_id"'
_PICTURE = b'"image_id"'
_XML = (b"<annotations", b"<track ")
_VIDEO = re.compile(rb'"videoName"\s*:\s*"[^"]')
_INDEX = re.compile(rb'"(frameIndex|index)"\s*:\s*\d')
_NUMBERED = re.compile(rb'"id"\s*:\s*("\d+"|\d+)\s*[,}]')


def is_instance_results(path: Path) -> bool:
    """Whether these may be results of YouTube-VIS: the first tracks have lists, or there are none at all.

    Examples
    --------
    >>> is_instance_results(Path("nowhere.json"))
    False
    """
    head = _head_of(path) if _is_json(path) else b""
    return _LISTS in head or _BOXES in head or head.strip() == b"[]"


def are_instances(path: Path) -> bool:
    """Whether this is a truth of YouTube-VIS: it has videos, and lists of segmentations.

    Examples
    --------
    >>> are_instances(Path("nowhere.json"))
    False
    """
    return _is_json(path) and _holds(path, b'"videos"', _LISTS)


def is_tracked_boxes(path: Path) -> bool:
    """Whether these may be results of TAO: the first boxes name their picture and track, or there are none.

    Examples
    --------
    >>> is_tracked_boxes(Path("nowhere.json"))
    False
    """
    head = _head_of(path) if _is_json(path) else b""
    return (head.lstrip()[:1] == b"[" and _TRACK in head and _PICTURE in head) or head.strip() == b"[]"


def has_tracked_boxes(path: Path) -> bool:
    """Whether this is a truth like that of TAO: it has videos, and boxes with tracks.

    Examples
    --------
    >>> has_tracked_boxes(Path("nowhere.json"))
    False
    """
    return _is_json(path) and _holds(path, b'"videos"', _TRACK)


def is_cvat_video(path: Path) -> bool:
    """Whether this is XML of CVAT with tracks.

    Examples
    --------
    >>> is_cvat_video(Path("nowhere.xml"))
    False
    """
    if not without_packing(path.name.lower()).endswith(".xml") or not path.is_file():
        return False
    head = _head_of(path)
    return all(mark in head for mark in _XML)


def is_frame_list(path: Path) -> bool:
    r"""Whether this is one file with the frames of videos, as Scalabel writes them: frames name their video
    and place, and the first labels have numbers for ids.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "gt.json"
    ...     _ = file.write_text('[{"name": "0.jpg", "videoName": "a", "frameIndex": 0, "labels": []}]')
    ...     is_frame_list(file), is_frame_list(Path("nowhere.json"))
    (True, False)
    """
    head = _head_of(path) if _is_json(path) else b""
    start = head.lstrip()[:1]
    if not (start == b"[" or (start == b"{" and b'"frames"' in head)):
        return False
    named = _VIDEO.search(head) is not None and _INDEX.search(head) is not None
    return named and (b'"box2d"' not in head or _NUMBERED.search(head) is not None)


def _head_of(path: Path) -> bytes:
    """The first bytes of a file; none where it cannot be read."""
    try:
        return Place(path).head
    except (InputError, OSError):
        return b""


def _is_json(path: Path) -> bool:
    return without_packing(path.name).endswith(".json") and path.is_file()


def _holds(path: Path, *words: bytes) -> bool:
    try:
        with open_file(path) as stream:
            if is_packed(stream.read(MAGIC_SIZE)):
                text = read_bytes(path)
                return all(word in text for word in words)
        with MappedText(path) as held:
            return all(held.find(word) >= 0 for word in words)
    except (InputError, OSError, ValueError):
        return False

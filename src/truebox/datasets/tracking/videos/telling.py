"""Which JSON files hold tracks of videos: by a look at their bytes, without NumPy."""

from __future__ import annotations

import mmap
from pathlib import Path

from truebox.datasets.place import Place
from truebox.datasets.texts.files import GZIP_MAGIC, open_file, read_bytes
from truebox.errors import InputError

__all__ = ["are_instances", "is_instance_results"]

_LISTS = b'"segmentations"'
_BOXES = b'"bboxes"'


def is_instance_results(path: Path) -> bool:
    """Whether these may be results of YouTube-VIS: the first tracks have lists, or there are none at all.

    Examples
    --------
    >>> is_instance_results(Path("nowhere.json"))
    False
    """
    if not _is_json(path):
        return False
    try:
        head = Place(path).head
    except (InputError, OSError):
        return False
    return _LISTS in head or _BOXES in head or head.strip() == b"[]"


def are_instances(path: Path) -> bool:
    """Whether this is a truth of YouTube-VIS: it has videos, and lists of segmentations.

    Examples
    --------
    >>> are_instances(Path("nowhere.json"))
    False
    """
    if not _is_json(path):
        return False
    try:
        with open_file(path) as stream:
            if stream.read(2) == GZIP_MAGIC:
                text = read_bytes(path)
                return b'"videos"' in text and _LISTS in text
        with path.open("rb") as plain, mmap.mmap(plain.fileno(), 0, access=mmap.ACCESS_READ) as held:
            return held.find(b'"videos"') >= 0 and held.find(_LISTS) >= 0
    except (InputError, OSError, ValueError):
        return False


def _is_json(path: Path) -> bool:
    return path.name.endswith((".json", ".json.gz")) and path.is_file()

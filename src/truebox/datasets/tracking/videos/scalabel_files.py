"""Which folders hold videos as Scalabel lists them: a JSON file for each, told by its first bytes."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.texts.files import open_file
from truebox.errors import InputError

__all__ = ["scalabel_videos"]

_FOLDERS = ("", "data")
_HEAD = 1 << 14
_KEYS = (b'"labels"', b'"name"')
_FRAMES = b'"frames"'
_INDICES = (b'"index"', b'"frameIndex"')


def scalabel_videos(path: Path) -> dict[str, Path]:
    """Name of each video to its file; empty where some JSON file of the folder is no list of frames.

    A list without an entry is a video in which nothing was found. One file may hold the frames of several
    videos; it is named as it is.

    Examples
    --------
    >>> scalabel_videos(Path("nowhere"))
    {}
    """
    if path.is_file():
        return {path.stem: path} if _has_frames(path, alone=True) else {}
    for name in _FOLDERS:
        files = sorted((path / name).glob("*.json")) if (path / name).is_dir() else []
        if files:
            return {file.stem: file for file in files} if all(map(_has_frames, files)) else {}
    return {}


def _has_frames(file: Path, *, alone: bool = False) -> bool:
    try:
        with open_file(file) as stream:
            head = stream.read(_HEAD)
    except (InputError, OSError):
        return False
    if not head.lstrip().startswith(b"[") and not (alone and _FRAMES in head):
        return False
    if head.strip() == b"[]":
        return not alone
    return all(key in head for key in _KEYS) and any(key in head for key in _INDICES)

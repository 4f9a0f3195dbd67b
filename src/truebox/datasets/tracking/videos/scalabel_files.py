"""Which folders and files hold videos as Scalabel lists them, told by the first bytes of JSON files."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.texts.files import open_file
from truebox.errors import InputError

__all__ = ["is_frame_file", "scalabel_videos"]

_FOLDERS = ("", "data")
_HEAD = 1 << 14
_KEYS = (b'"labels"', b'"name"')
_FRAMES = b'"frames"'
_INDICES = (b'"index"', b'"frameIndex"')


def scalabel_videos(path: Path) -> dict[str, Path]:
    """Name of each video to its file; empty where some JSON file of the folder is no list of frames.

    A list without an entry is a video in which nothing was found.

    Examples
    --------
    >>> scalabel_videos(Path("nowhere"))
    {}
    """
    for name in _FOLDERS:
        files = sorted((path / name).glob("*.json")) if (path / name).is_dir() else []
        if files:
            return {file.stem: file for file in files} if all(map(_has_frames, files)) else {}
    return {}


def is_frame_file(path: Path) -> bool:
    """Whether one file lists frames, of one video or several: a list of them, or an object with ``frames``.

    Examples
    --------
    >>> is_frame_file(Path("nowhere.json"))
    False
    """
    head = _head_of(path)
    return (head.startswith(b"[") or _FRAMES in head) and _names_frames(head)


def _has_frames(file: Path) -> bool:
    head = _head_of(file)
    return head.startswith(b"[") and (head.rstrip() == b"[]" or _names_frames(head))


def _names_frames(head: bytes) -> bool:
    return all(key in head for key in _KEYS) and any(key in head for key in _INDICES)


def _head_of(file: Path) -> bytes:
    """The first bytes of a file behind its blanks; none where it cannot be read."""
    try:
        with open_file(file) as stream:
            return stream.read(_HEAD).lstrip()
    except (InputError, OSError):
        return b""

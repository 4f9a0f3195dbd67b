"""Where records came from, for every message that must name a file and a row."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import field
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from threading import Thread, get_native_id
from typing import TYPE_CHECKING, Any

from truebox._frozen import dataclass
from truebox._lazily import deferred
from truebox._moved import set_fields

if TYPE_CHECKING:
    import hashlib
else:
    hashlib = deferred("hashlib")  # 2 ms that only a report with hashes should pay

__all__ = ["Source"]


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of a set of records.

    Parameters
    ----------
    name : str
        The path as given; for data in memory ``"<truth>"`` or ``"<predictions>"``.
    format : str
        Short name, such as ``"coco"`` or ``"arrays"``.
    description : str
        What a person reads, such as ``"COCO JSON"`` or ``"COCO results"``.
    path : Path or None
        The file, when there is one.
    boxes : str
        What the four numbers of a box were read as; see ``truebox.datasets.columns.box_reading``.
    evidence : str
        What the format was recognised by, where that is worth saying.
    called : str
        What the user calls it in reports, where that was said.
    kept : dict
        Hashes, once they were asked for, by file, size and time of change: several results have one truth.
    pictures : Path or None
        The folder that file names of the images start from, where the reader found pictures there.
    boxes_alone : bool
        Whether the reader knows that the source has no masks and no keypoints: reading it for these would
        find the same boxes, and nothing beside them.
    """

    name: str
    format: str
    description: str
    path: Path | None = None
    boxes: str = "xywh"
    evidence: str = ""
    called: str = ""
    kept: dict[_File, str] = field(default_factory=dict, compare=False, repr=False)
    pictures: Path | None = None
    boxes_alone: bool = field(default=False, compare=False, repr=False)

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    @property
    def shown(self) -> str:
        """What reports call it: what the user does, else its name.

        Examples
        --------
        >>> Source("a.json", "coco", "COCO results").shown, Source("a", "b", "c", called="Ours").shown
        ('a.json', 'Ours')
        """
        return self.called or self.name

    def sha256(self) -> str | None:
        """Hexadecimal SHA-256 of the file's bytes.

        None for data from memory, from a pipe (it cannot be read twice), and when the file is gone.
        The file is read again only where it has changed.
        """
        if self.path is None or not self.path.is_file():
            return None
        try:
            key = _file_now(self.path)
            under_way = _under_way.pop(key, None)
            if under_way is not None:
                under_way.join()
            if key in self.kept:
                return self.kept[key]
            with self.path.open("rb") as stream:
                self.kept[key] = _sha256_of(stream, key[1])
        except OSError:
            return None
        return self.kept[key]

    def hash_ahead(self) -> None:
        """Begin to hash a large file beside other work, where a processor has none; `sha256` waits for it.

        Where it cannot begin, or fails, nothing is lost: `sha256` hashes as if nobody had begun.

        Examples
        --------
        >>> Source("<truth>", "arrays", "arrays").hash_ahead()
        """
        if self.path is None or not self.path.is_file():
            return
        with contextlib.suppress(OSError, RuntimeError):  # gone, or no thread to be had
            key = _file_now(self.path)
            for other, thread in list(_under_way.items()):
                if not thread.is_alive():  # and nobody has asked for what it found
                    _under_way.pop(other, None)
            if key[1] > _SMALL and key not in self.kept and key not in _under_way:
                thread = Thread(target=_hash_beside, args=(self.path, key, self.kept), daemon=True)
                thread.start()
                _under_way[key] = thread


_File = tuple[str, int, int]
"""A file as it is now: its path, its size, and when it was changed."""

_under_way: dict[_File, Thread] = {}

_SMALL = 1 << 19
"""Bytes that Python's own functions have hashed before OpenSSL, four times as fast, is loaded."""

_PIECE = 1 << 18
"""Bytes hashed between two looks at the interpreter, which runs something else meanwhile."""


_NICE = 10
"""What a thread has that waits for the others; one of a process that waits more waits as long."""


def _file_now(path: Path) -> _File:
    now = path.stat()
    return str(path), now.st_size, now.st_mtime_ns


def _hash_beside(path: Path, key: _File, kept: dict[_File, str]) -> None:
    if sys.platform == "linux":  # where a thread can be made to wait for the others
        with contextlib.suppress(OSError):
            thread = get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, max(_NICE, os.getpriority(os.PRIO_PROCESS, thread)))
    digest, piece = hashlib.sha256(), bytearray(min(_PIECE, key[1]))
    with contextlib.suppress(OSError), path.open("rb", buffering=0) as stream, memoryview(piece) as view:
        while held := stream.readinto(piece):
            digest.update(view[:held])
        kept[key] = digest.hexdigest()


def _sha256_of(stream: BufferedReader, size: int) -> str:
    for name in (
        ("_sha2", "_sha256") if size <= _SMALL else ()
    ):  # as it is called from Python 3.12 on, and before
        with contextlib.suppress(ImportError):
            own: str = import_module(name).sha256(stream.read()).hexdigest()
            return own
    return hashlib.file_digest(stream, "sha256").hexdigest()

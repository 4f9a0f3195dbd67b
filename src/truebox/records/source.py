"""Where records came from, for every message that must name a file and a row."""

from __future__ import annotations

import contextlib
from dataclasses import field
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from typing import Any

from truebox._frozen import dataclass
from truebox._moved import set_fields

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
    kept: dict[tuple[str, int, int], str] = field(default_factory=dict, compare=False, repr=False)
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
            now = self.path.stat()
            key = str(self.path), now.st_size, now.st_mtime_ns
            if key in self.kept:
                return self.kept[key]
            with self.path.open("rb") as stream:
                self.kept[key] = _sha256_of(stream, now.st_size)
        except OSError:
            return None
        return self.kept[key]


_SMALL = 1 << 19
"""Bytes that Python's own functions have hashed before OpenSSL, four times as fast, is loaded."""


def _sha256_of(stream: BufferedReader, size: int) -> str:
    for name in (
        ("_sha2", "_sha256") if size <= _SMALL else ()
    ):  # as it is called from Python 3.12 on, and before
        with contextlib.suppress(ImportError):
            own: str = import_module(name).sha256(stream.read()).hexdigest()
            return own
    import hashlib  # noqa: PLC0415  2 ms that only a report with hashes should pay

    return hashlib.file_digest(stream, "sha256").hexdigest()

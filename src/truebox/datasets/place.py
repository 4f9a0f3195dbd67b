"""What stands at a path, looked at once: enough to tell formats apart."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from truebox.datasets.texts.files import GZIP_MAGIC, open_file
from truebox.errors import InputError

__all__ = ["Place"]

_HEAD = 1 << 16
_MOST_NAMES = 2_000
_MOST_OF_A_FOLDER = 400  # so that a folder of pictures leaves room for the labels beside it
_DEEPEST = 4


@dataclass(frozen=True)
class Place:
    """A file or a folder.

    Parameters
    ----------
    path : Path

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "a.txt").write_text("0 0.5 0.5 0.1 0.1")
    ...     place = Place(Path(folder))
    ...     place.names, place.first(".txt")
    (('a.txt',), b'0 0.5 0.5 0.1 0.1')
    """

    path: Path

    @cached_property
    def is_folder(self) -> bool:
        """Whether the path is a folder."""
        return self.path.is_dir()

    @cached_property
    def head(self) -> bytes:
        """The first 64 KiB of a file, of gzip those of its text; of a folder nothing (E-101)."""
        return b"" if self.is_folder else _head_of(self.path)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of a folder: up to 2,000 files, 400 of each folder, relative, with ``/``, sorted in each folder.

        Four levels deep.
        """
        found: list[str] = []
        if self.is_folder:
            _walk(self.path, "", 1, found)
        return tuple(found)

    def count(self, suffix: str) -> int:
        """How many of `names` end so."""
        return sum(name.lower().endswith(suffix) for name in self.names)

    def first(self, suffix: str) -> bytes:
        """The first 64 KiB of the folder's first file that ends so and holds anything, else nothing."""
        for name in self.names:
            if name.lower().endswith(suffix):
                try:
                    head = _head_of(self.path / name)
                except InputError:  # reading it says why; here it tells nothing
                    continue
                if head.strip():
                    return head
        return b""


def _head_of(path: Path) -> bytes:
    with open_file(path) as stream:
        head = stream.read(_HEAD)
    if head.startswith(GZIP_MAGIC):
        try:
            return zlib.decompressobj(wbits=31).decompress(head, _HEAD)
        except zlib.error:  # reading the file says what is wrong with it
            return b""
    return head


def _walk(folder: Path, prefix: str, depth: int, found: list[str]) -> None:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    deeper = []
    most = min(_MOST_NAMES, len(found) + _MOST_OF_A_FOLDER)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            deeper.append(entry.name)
        elif len(found) < most and not entry.name.startswith("."):
            found.append(prefix + entry.name)
    if depth < _DEEPEST and len(found) < _MOST_NAMES:
        for name in deeper:
            if not name.startswith("."):
                _walk(folder / name, f"{prefix}{name}/", depth + 1, found)

"""What stands at a path, looked at once: enough to tell formats apart."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._frozen import dataclass
from truebox._native import label_files as _kernels
from truebox._native.begun_folder import entries_ahead
from truebox.datasets.texts.files import open_file, telling_source
from truebox.datasets.texts.packed import start_of
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox._native._core.label_files import FolderEntries

__all__ = ["FolderLinks", "Place", "folder_entries", "is_folder", "listed_once"]

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
        return os.path.isdir(self.path)  # which a name that is too long is not; `Path` raises

    @cached_property
    def head(self) -> bytes:
        """The first 64 KiB of a file, of a compressed one those of its text; of a folder nothing (E-101)."""
        return b"" if self.is_folder else _head_of(self.path)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of a folder: up to 2,000 files, 400 of each folder, relative, with ``/``, sorted in each folder.

        Four levels deep.
        """
        found: list[str] = []
        if self.is_folder:
            _walk(self.path, "", 1, found, FolderLinks(self.path))
        return tuple(found)

    def at(self, path: Path) -> Place:
        """Another path; where it is the same, what was looked at already."""
        return self if path == self.path else Place(path)

    def count(self, suffix: str) -> int:
        """How many of `names` end so."""
        return len(self._ending_in(suffix))

    def first(self, suffix: str) -> bytes:
        """The first 64 KiB of the folder's first file that ends so and holds anything, else nothing."""
        heads = self._heads
        if suffix not in heads:
            heads[suffix] = self._first(suffix)
        return heads[suffix]

    def _first(self, suffix: str) -> bytes:
        for name in self._ending_in(suffix):
            try:
                head = _head_of(self.path / name)
            except InputError:  # reading it says why; here it tells nothing
                continue
            if head.strip():
                return head
        return b""

    def _ending_in(self, suffix: str) -> list[str]:
        """Those of `names` that end so, looked for once."""
        known = self._by_suffix
        if suffix not in known:
            known[suffix] = [name for name in self.names if name.lower().endswith(suffix)]
        return known[suffix]

    @cached_property
    def _heads(self) -> dict[str, bytes]:
        return {}

    @cached_property
    def _by_suffix(self) -> dict[str, list[str]]:
        return {}


class FolderLinks:
    """Which folders below a root are entered: all but links to what is entered anyway.

    Parameters
    ----------
    root : path
    """

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self._entered = [os.path.realpath(root)]

    def enters(self, folder: str | os.PathLike[str]) -> bool:
        """Whether to enter this one; a link to a folder elsewhere once.

        Examples
        --------
        >>> FolderLinks(".").enters("./labels")
        True
        """
        if not os.path.islink(folder):
            return True
        real = os.path.realpath(folder)
        for other in self._entered:
            if f"{real}{os.sep}".startswith(f"{other}{os.sep}") or other.startswith(f"{real}{os.sep}"):
                return False
        self._entered.append(real)
        return True


_once: ContextVar[dict[str, Any] | None] = ContextVar("_once", default=None)


@contextmanager
def listed_once() -> Iterator[None]:
    """Within it every folder is listed once, however often it is looked at: one reading sees one folder.

    Examples
    --------
    >>> with listed_once():
    ...     folder_entries(".") is folder_entries(".")
    True
    >>> folder_entries(".") is folder_entries(".")
    False
    """
    token = _once.set({} if _once.get() is None else _once.get())
    try:
        yield
    finally:
        _once.reset(token)


def folder_entries(folder: str | os.PathLike[str]) -> FolderEntries | None:
    """What a folder holds; None where it cannot be read this way.

    Examples
    --------
    >>> folder_entries("no-such-folder") is None
    True
    """
    kept = _once.get()
    if kept is None:
        return _kernels.read_folder(folder)
    name = os.fspath(folder)
    name = name.rstrip("/") or name
    if name not in kept:
        kept[name] = entries_ahead(folder) or _kernels.read_folder(folder)
    held: FolderEntries | None = kept[name]
    return held


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a folder; a link that leads round in a circle is none.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (Path(folder) / "labels").mkdir()
    ...     [is_folder(entry) for entry in os.scandir(folder)]
    [True]
    """
    try:
        return entry.is_dir()
    except OSError:
        return False


def _head_of(path: Path) -> bytes:
    with open_file(path) as stream, telling_source(path):
        return start_of(stream, _HEAD)


def _walk(folder: Path, prefix: str, depth: int, found: list[str], links: FolderLinks) -> None:
    most = min(_MOST_NAMES - len(found), _MOST_OF_A_FOLDER)
    held = folder_entries(folder)
    listed = (held and held.names(b"", b"", most)) or _listed(folder, most)
    found += [prefix + name for name in listed[0]]
    for name in listed[1] if depth < _DEEPEST else ():
        if len(found) < _MOST_NAMES and links.enters(folder / name):
            _walk(folder / name, f"{prefix}{name}/", depth + 1, found, links)


def _listed(folder: Path, most: int) -> tuple[list[str], list[str]]:
    """The first files and all folders in one, as Python lists them; nothing where it cannot."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return [], []
    shown = [entry for entry in entries if not entry.name.startswith(".")]
    folders = [entry.name for entry in shown if is_folder(entry)]
    inner = set(folders)
    return [entry.name for entry in shown if entry.name not in inner][:most], folders

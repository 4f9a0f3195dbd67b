"""The files of a folder, by suffix."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from truebox._native import label_files as _kernels
from truebox.datasets.place import FolderLinks, folder_entries, is_folder
from truebox.errors import InputError

__all__ = ["PICTURE_SUFFIXES", "bare_names", "holds_file", "list_files", "names_blob"]

PICTURE_SUFFIXES = (
    ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".bmp", ".gif", ".webp", ".tif", ".tiff", ".dib",
    ".avif", ".heic", ".jp2", ".mpo", ".ppm", ".pgm",
)  # fmt: skip


def list_files(root: Path, suffixes: tuple[str, ...], inside: str = "") -> list[str]:
    """Names of all files below `root` that end so, relative, with ``/``, sorted; hidden ones left out.

    Of one folder `inside` it, named with ``/`` at its end, alone where that is given.

    A link to a folder elsewhere is entered, as one of the labels or pictures of several datasets may be; one
    to what lies below `root`, above it, or was entered already is not: nothing is listed twice or for ever.

    Raises
    ------
    InputError
        There is no such folder, or it cannot be read (E-101).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (Path(folder) / "labels").mkdir()
    ...     _ = (Path(folder) / "labels" / "a.TXT").write_text("")
    ...     list_files(Path(folder), (".txt",))
    ['labels/a.TXT']
    """
    found: list[str] = []
    folders = [inside]
    blob = names_blob(suffixes)
    links = FolderLinks(os.path.join(root, inside))
    while folders:
        prefix = folders.pop()
        held = folder_entries(os.path.join(root, prefix))
        listed = None if held is None else held.names(blob, os.fsencode(prefix), -1)
        if listed is None:
            listed = _list_one(root, prefix, suffixes)
        found += listed[0]
        folders += [f"{name}/" for name in listed[1] if links.enters(os.path.join(root, name))]
    found.sort()
    return found


def holds_file(root: Path, suffixes: tuple[str, ...]) -> bool:
    """Whether `list_files` would find any; it looks no further than the first.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "a.txt").write_text("")
    ...     holds_file(Path(folder), (".txt",)), holds_file(Path(folder), (".jpg",))
    (True, False)
    """
    folders = [os.fspath(root)]
    links = FolderLinks(root)
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.name.lower().endswith(suffixes):
                    return True
                if is_folder(entry) and links.enters(entry.path):
                    folders.append(entry.path)
    return False


def _list_one(root: Path, prefix: str, suffixes: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Files and folders of one folder as Python lists it; it also says why one cannot be read."""
    found: list[str] = []
    folders: list[str] = []
    try:
        with os.scandir(os.path.join(root, prefix)) as entries:
            for entry in entries:
                name = entry.name
                if name.startswith("."):
                    continue
                if name.endswith(suffixes) or name.lower().endswith(suffixes):
                    found.append(prefix + name)
                elif is_folder(entry):
                    folders.append(prefix + name)
    except OSError as error:
        problem = f"the folder cannot be read ({(error.strerror or str(error)).lower()})"
        raise InputError("E-101", str(root / prefix), problem, "check the path and its permissions") from None
    return found, folders


def names_blob(names: Iterable[str]) -> bytes:
    r"""Names as the native readers take them: in bytes of the file system, each ended by a zero byte.

    Examples
    --------
    >>> names_blob(["a.txt", "b.txt"])
    b'a.txt\x00b.txt\x00'
    """
    text = "\0".join(names)
    return os.fsencode(text) + b"\0" if text else b""


def bare_names(names: Sequence[str]) -> list[str]:
    """Names without folder and suffix; with their folders where two would be the same.

    Examples
    --------
    >>> bare_names(["labels/a.txt", "labels/b.v2.txt"]), bare_names(["x/a.txt", "y/a.txt"])
    (['a', 'b.v2'], ['x/a', 'y/a'])
    """
    listed = list(names)
    short = _kernels.bare_names(listed, True)
    if short is None:
        return _any_bare_names(listed)
    return short if len(set(short)) == len(short) else _kernels.bare_names(listed, False) or []


def _any_bare_names(names: Sequence[str]) -> list[str]:
    long = [name.rpartition(".")[0] or name for name in names]
    short = [name.rpartition("/")[2] for name in long]
    return short if len(set(short)) == len(short) else long

"""From a path to the bytes of one JSON text: what can be wrong with a file before it is parsed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from truebox._lazily import deferred
from truebox._writing.streams import kept_bytes
from truebox.datasets.texts.packed import decompressed, is_packed
from truebox.errors import InputError

if TYPE_CHECKING:
    import difflib
else:
    difflib = deferred("difflib")  # only a file that is not there needs it (1 ms)

__all__ = ["ARROW_MAGICS", "is_arrow", "open_file", "read_as_they_stand", "read_bytes", "telling_source"]

ARROW_MAGICS = (b"PAR1", b"ARROW1", b"FEA1")
"""With what Parquet, Arrow IPC and old Feather files begin (from the specifications of the two projects)."""

_AT_ONCE = 16 << 20
_ANNOTATIONS = (".json", ".json.gz", ".json.zst", ".jsonl", ".xml", ".csv", ".parquet", ".npz", ".txt")


def open_file(path: Path) -> BinaryIO:
    """Open `path` for reading, or say in words why that cannot be done (E-101, E-102).

    Standard input (``-``) and pipes are read once, and can then be opened as often as a file.
    """
    try:
        kept = kept_bytes(path)
        return path.open("rb") if kept is None else BytesIO(kept)
    except FileNotFoundError:
        if os.path.islink(path):
            problem = f"this is a link to {os.readlink(path)}, which is not there"
            raise InputError("E-101", str(path), problem, "mend the link, or name the file itself") from None
        raise InputError("E-101", str(path), "there is no such file", _similar(path)) from None
    except IsADirectoryError:
        raise _is_directory(path) from None
    except (OSError, ValueError) as error:
        if os.path.isdir(path):  # Windows reports a directory as a permission error
            raise _is_directory(path) from None
        reason = getattr(error, "strerror", None) or str(error)
        problem = f"the file cannot be opened ({reason.lower()})"
        raise InputError("E-101", str(path), problem, "check the path and its permissions") from None


@contextmanager
def telling_source(path: Path) -> Iterator[None]:
    """Within the block, what the system says while a file is being read is said with its name (E-101).

    Examples
    --------
    >>> try:
    ...     with telling_source(Path("disk.json")):
    ...         raise OSError(5, "Input/output error")
    ... except InputError as error:
    ...     print(error)
    E-101 disk.json: the file cannot be read (input/output error). Fix: copy it anew, or check the disk.
    """
    try:
        yield
    except OSError as error:
        problem = f"the file cannot be read ({(error.strerror or str(error)).lower()})"
        raise InputError("E-101", str(path), problem, "copy it anew, or check the disk") from None


def is_arrow(path: Path) -> bool:
    """Whether the file begins as Parquet, Arrow IPC or Feather do."""
    with open_file(path) as stream:
        return stream.read(6).startswith(ARROW_MAGICS)


def read_bytes(path: Path) -> bytes | bytearray:
    """All bytes of a file, unpacked where it is gzip or Zstandard (E-101, E-102, E-103, E-110)."""
    with open_file(path) as stream, telling_source(path):
        data = _all_of(stream)
    if not data:
        raise InputError("E-103", str(path), "the file is empty", "write the file again: it holds 0 bytes")
    return decompressed(data, str(path)) if is_packed(data) else data


def _all_of(stream: BinaryIO) -> bytes:
    """The rest of a file, a piece at a time where it is long: Ctrl-C waits for one, not for a slow disk."""
    head = stream.read(_AT_ONCE)
    if len(head) < _AT_ONCE:
        return head
    held = BytesIO()
    while head:
        held.write(head)
        head = stream.read(_AT_ONCE)
    return held.getvalue()


def read_as_they_stand(paths: Iterable[Path]) -> list[bytes]:
    """The bytes of each file, which may be empty or packed (E-101, E-102)."""
    contents = []
    for path in paths:
        with open_file(path) as stream:
            contents.append(stream.read())
    return contents


def _is_directory(path: Path) -> InputError:
    names = [entry.name for entry in path.iterdir() if entry.name.endswith(_ANNOTATIONS)]
    names.sort(key=lambda name: (".json" not in name, name))
    fix = f"name a file in it, such as {path / names[0]}" if names else "name the file itself"
    return InputError("E-102", str(path), "this is a directory, not a file", fix)


def _similar(path: Path) -> str:
    try:
        names = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        names = []
    close = difflib.get_close_matches(path.name, names, n=1)
    if close:
        return f"check the name; there is {path.parent / close[0]}"
    return (
        "check the path"
        if path.parent.is_dir()
        else f"check the path: the folder {path.parent} is missing too"
    )

"""Pipes in the place of files: a run of the command reads them once, and keeps them to be opened again."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from truebox.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["is_stream", "keeping_streams", "kept_bytes"]

_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_kept: dict[str, bytes] = {}
_keeping: list[bool] = []


@contextmanager
def keeping_streams() -> Iterator[None]:
    """Within the block, one run of the command, pipes can be read.

    A program that lives on may be given another content by the same name, so it has to read them itself.

    Examples
    --------
    >>> from pathlib import Path
    >>> with keeping_streams():
    ...     kept_bytes(Path("no-such-file.json")) is None
    True
    """
    _keeping.append(True)
    try:
        yield
    finally:
        _keeping.pop()
        _kept.clear()


def is_stream(path: Path) -> bool:
    """Whether the path is standard input, a named pipe or a shell's ``<(...)``, which can be read once only.

    Examples
    --------
    >>> from pathlib import Path
    >>> is_stream(Path("-")), is_stream(Path("no-such-file.json"))
    (True, False)
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return str(path) == "-"
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def kept_bytes(path: Path) -> bytes | None:
    """All that a stream holds, read by the first who asks; None of a file or folder.

    Raises
    ------
    InputError
        Outside of `keeping_streams` (E-101).

    Examples
    --------
    >>> from pathlib import Path
    >>> kept_bytes(Path("no-such-file.json")) is None
    True
    """
    if not is_stream(path):
        return None
    if not _keeping:
        fix = "read it and give what json.loads makes of it, or write it to a file first"
        raise InputError("E-101", str(path), "this is a pipe, which can be read once only", fix)
    name = "-" if str(path) in _STDIN else str(path)
    if name not in _kept:
        # Standard input may be a socket, which no path opens.
        with open(0 if name == "-" else path, "rb", closefd=name != "-") as stream:
            _kept[name] = stream.read()
    return _kept[name]

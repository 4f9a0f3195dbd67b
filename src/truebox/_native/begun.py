"""Native readings of files, begun before anything is loaded that could say how the files are read."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms
if TYPE_CHECKING:
    from typing import Any

__all__ = ["begin_reading", "begun_reading"]

_begun: dict[tuple[Any, str], Any] = {}


def begin_reading(reading: Any, path: str) -> None:
    """Begin to read a file on native threads, for whoever asks by the same path.

    Parameters
    ----------
    reading : class
        A reading of `truebox._native.datasets`.
    path : str
        As it will be asked for.
    """
    _begun[reading, path] = reading(path, 0)


def begun_reading(reading: Any, path: str | os.PathLike[str], threads: int) -> Any:
    """The reading that was begun, once; begun now where none was, or where `threads` are said.

    Parameters
    ----------
    reading : class
        A reading of `truebox._native.datasets`.
    path : path
        The file.
    threads : int
        0 for one per processor.
    """
    begun = None if threads else _begun.pop((reading, os.fspath(path)), None)
    return reading(path, threads) if begun is None else begun

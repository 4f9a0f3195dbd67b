"""Texts of tracks read on another thread, while the modules that evaluate them load."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from truebox._kinds import refuses_other_kinds
from truebox._native import tracks as native
from truebox._native.threads import thread_count
from truebox.datasets.texts.packed import without_packing
from truebox.datasets.tracking.layout import track_files

__all__ = ["begin_track_texts", "read_texts", "text_files"]


class _Reading(Thread):
    """What was read of some files; None where that failed, and is tried again by who asks for it."""

    def __init__(self, files: Sequence[Path], threads: int) -> None:
        super().__init__(daemon=True)
        self._files, self._threads = list(files), threads
        self.rows: list[Any] | None = None

    def run(self) -> None:
        """Read without the interpreter's lock, but for the end, where NumPy is needed."""
        try:
            self.rows = native.read_track_files(self._files, self._threads)
        except Exception:
            self.rows = None


_begun: dict[tuple[Path, ...], _Reading] = {}


def text_files(paths: Iterable[Path]) -> list[Path]:
    """The text files of MOTChallenge at some paths, each once.

    Examples
    --------
    >>> text_files([Path("nowhere")])
    []
    """
    found = [track_files(path) for path in paths if not without_packing(path.name).endswith(".json")]
    files = (file for each in found if each and each.kind == "sizes" for file in each.files.values())
    return list(dict.fromkeys(files))


@refuses_other_kinds
def begin_track_texts(paths: Sequence[Path], threads: int | None = None) -> None:
    """Begin to read the texts of some sides, unless there is one thread alone; `read_texts` takes them.

    Examples
    --------
    >>> begin_track_texts([Path("nowhere")], 1)
    """
    files = text_files(paths) if thread_count(threads) != 1 else []
    if files:
        _begun[tuple(files)] = reading = _Reading(files, thread_count(threads))
        reading.start()


def read_texts(files: Iterable[Path], threads: int | None) -> list[Any]:
    """The rows of each file: those that were begun, else read now.

    Examples
    --------
    >>> read_texts([], 1)
    []
    """
    distinct = list(dict.fromkeys(files))
    reading = _begun.pop(tuple(distinct), None)
    if reading is not None:
        reading.join()
        if reading.rows is not None:
            return reading.rows
    return native.read_track_files(distinct, thread_count(threads))

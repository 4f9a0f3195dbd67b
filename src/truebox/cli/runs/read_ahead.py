"""Reading begun before the arguments are parsed: the parser and NumPy load while files are read.

On two cores this hides the 20 ms that loading the parser takes. The run takes what was begun only
for exactly the files and threads it wants, so a wrong guess costs time and nothing else.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox import datasets
from truebox._writing.streams import is_stream
from truebox.cli.options.geometry import choose_geometry, said_in
from truebox.cli.options.reading_flags import READING_FLAGS
from truebox.evaluation import TRACK_PROTOCOLS
from truebox.evaluation.registry import OTHER_PROTOCOLS
from truebox.typing import Geometry

if TYPE_CHECKING:
    from truebox.datasets import StartedReading

__all__ = ["begin", "take"]

_Said = tuple[Mapping[str, Any], Mapping[str, Any]]
_Wanted = tuple[str, tuple[str, ...], int | None, Geometry]
_begun: dict[_Wanted, StartedReading] = {}


def begin(arguments: Sequence[str]) -> None:
    """Begin to read when `arguments` plainly say ``eval TRUTH PREDICTIONS...``, else do nothing."""
    if not arguments or arguments[0] != "eval":
        return
    files = tuple(takewhile(lambda argument: not argument.startswith("-"), arguments[1:]))
    if len(files) < 2 or any(is_stream(Path(file)) for file in files):
        return
    if _begin_tracks(arguments, files):
        return
    unlike = ("--threads", "--max-memory", *READING_FLAGS)
    if any(argument.startswith(unlike) or argument.endswith(OTHER_PROTOCOLS) for argument in arguments):
        return
    # Errors in the files or the geometry are raised when the run asks for them.
    with contextlib.suppress(Exception):
        geometry, _ = choose_geometry(said_in(arguments), files[1:], files[0])
        wanted = (files[0], files[1:], None, geometry)
        _begun[wanted] = _start(wanted)


def _begin_tracks(arguments: Sequence[str], files: Sequence[str]) -> bool:
    """Whether these are folders of tracks, whose texts are read while NumPy loads, unless by one thread."""
    named = any(argument.startswith("--protocol") for argument in arguments)
    if named and not any(argument.endswith(TRACK_PROTOCOLS) for argument in arguments):
        return False
    with contextlib.suppress(Exception):  # the run says what is wrong
        paths = [Path(file) for file in files]
        threads = _threads(arguments)
        if threads != 1 and all(path.is_dir() and datasets.looks_tracked(path) for path in paths):
            datasets.begin_track_texts(paths, threads)
            return True
    return False


def _threads(arguments: Sequence[str]) -> int | None:
    for argument, after in zip(arguments, [*arguments[1:], ""], strict=True):
        name, _, value = argument.partition("=")
        if name == "--threads":
            return int(value or after)
    return None


def take(
    truth: str,
    predictions: Sequence[str],
    threads: int | None,
    geometry: Geometry = "boxes",
    said: _Said = ({}, {}),
) -> StartedReading:
    """Return the reading of these files: the one begun early, or one begun now.

    `said` are the options of `read_truth` and of `read_predictions`.
    """
    wanted = (truth, tuple(predictions), threads, geometry)
    begun = None if any(said) else _begun.pop(wanted, None)
    return begun or _start(wanted, said)


def _start(wanted: _Wanted, said: _Said = ({}, {})) -> StartedReading:
    truth, predictions, threads, geometry = wanted
    return datasets.start_reading(
        truth,
        predictions,
        geometry=geometry,
        threads=threads,
        truth_options=said[0],
        predictions_options=said[1],
    )

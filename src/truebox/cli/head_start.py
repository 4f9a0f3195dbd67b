"""Reading begun before anything else is loaded, where arguments and files are plain.

A run spends 20 ms on modules before it can say how files are read, and another core would wait. What is begun
here is a guess: it is taken where the run wants exactly that, and forgotten where not.
"""

from __future__ import annotations

import os
import stat
from itertools import takewhile

from truebox._native import datasets as _kernels
from truebox._native.begun import begin_reading
from truebox.cli.options.reading_flags import READING_FLAGS

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["begin_plainly"]

_UNLIKE = ("--threads", "--max-memory", "--protocol", "--geometry", *READING_FLAGS)
"""Options that say how files are read, or what is evaluated."""

# By the first key that a row of results has, as `truebox.datasets.formats.coco` chooses.
_READINGS = (
    ("bbox", _kernels.TruthReading, _kernels.PredictionsReading),
    ("segmentation", _kernels.MaskTruthReading, _kernels.MaskPredictionsReading),
    ("keypoints", _kernels.KeypointTruthReading, _kernels.KeypointPredictionsReading),
)


def begin_plainly(arguments: Sequence[str]) -> None:
    """Begin to read where `arguments` are ``eval TRUTH PREDICTIONS...`` of plain COCO files, else do nothing.

    Examples
    --------
    >>> begin_plainly(["eval", "no-such-file.json", "nor-this.json"])
    """
    files = list(takewhile(lambda argument: not argument.startswith("-"), arguments[1:]))
    if len(files) < 2 or any(argument.startswith(_UNLIKE) for argument in arguments):
        return
    try:
        if all(stat.S_ISREG(os.stat(file).st_mode) for file in files) and _begins_an_object(files[0]):
            _begin(files[0], files[1:])
    except (OSError, ValueError):  # the run says what is wrong
        pass


def _begins_an_object(path: str) -> bool:
    with open(path, "rb", buffering=0) as stream:
        return stream.read(64).lstrip()[:1] == b"{"


def _begin(truth: str, predictions: Sequence[str]) -> None:
    held = [_kernels.first_keys(path) or () for path in predictions]
    for key, truth_reading, reading in _READINGS:
        if all(key in keys for keys in held):
            begin_reading(truth_reading, truth)
            for path in predictions:
                begin_reading(reading, path)
            return

"""Plain calls of ``truebox eval``, understood without the parser, which loads in 15 ms.

Plain is ``truebox eval TRUTH PREDICTIONS...`` with at most one report on stdout and ``-q`` behind it. Of
anything else the parser says what it means.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from truebox._named import NamedTuple
from truebox.cli.runs.outputs import STDOUT, Output

__all__ = ["PlainCall", "plain_call"]

_REPORTS = {"--json": "json", "--csv": "csv", "--md": "md"}
_QUIET = ("-q", "--quiet")

# What the parser makes of options that are not given.
_USUAL: dict[str, Any] = {
    "reading": ({}, {}),
    "gates": None,
    "names": (),
    "all_classes": False,
    "color": "auto",
    "diagnosis": None,
    "groups": None,
    "truth_maps": None,
    "predictions_maps": (),
    "protocol": None,
    "mode": "strict",
    "geometry": None,
    "iou_thresholds": None,
    "recall_thresholds": None,
    "max_detections": None,
    "area_ranges": (),
    "sigmas": None,
    "dilation_ratio": 0.02,
    "fit_test": True,
    "class_agnostic": False,
    "categories": None,
    "image_ids": None,
    "threads": None,
    "of_tracks": {
        "sequences": None,
        "rules": "trackeval",
        "frame_offset": 0,
        "frame_step": 1,
        "box_scale": 1.0,
    },
}


class PlainCall(NamedTuple):
    """What the run behind ``truebox eval`` takes.

    Parameters
    ----------
    outputs : tuple of Output
    options : dict
    """

    outputs: tuple[Output, ...]
    options: dict[str, Any]


def plain_call(arguments: Sequence[str]) -> PlainCall | None:
    """What arguments say that are plain; None where they are not.

    Parameters
    ----------
    arguments : sequence of str
        Without the name of the program.

    Examples
    --------
    >>> plain_call(["eval", "truth.json", "found.json", "--json"]).outputs
    (Output(kind='json', target='-'),)
    >>> plain_call(["eval", "truth.json", "found.json", "--json=out.json"]) is None
    True
    """
    if arguments[:1] != ["eval"]:
        return None
    files = tuple(takewhile(lambda argument: not argument.startswith("-"), arguments[1:]))
    flags = arguments[1 + len(files) :]
    reports = [_REPORTS[flag] for flag in flags if flag in _REPORTS]
    quiet = [flag for flag in flags if flag in _QUIET]
    if (
        len(files) < 2
        or "" in files
        or len(reports) > 1
        or len(quiet) > 1
        or len(reports) + len(quiet) < len(flags)
    ):
        return None
    said = {"truth": files[0], "predictions": files[1:], "quiet": bool(quiet)}
    outputs = (Output(reports[0] if reports else "table", STDOUT),)
    return PlainCall(outputs, {**_USUAL, **said, "refuse": _refuse_nothing})


def _refuse_nothing(protocol: str) -> None:
    """Options without a meaning for the protocol: none was given."""

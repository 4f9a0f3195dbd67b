"""The options of tracks, the same for every command that evaluates them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from truebox.cli.options.lists import Names
from truebox.cli.options.one_number import FiniteNumber
from truebox.cli.terminal.help_page import option

__all__ = ["TRACKS", "taken_tracks", "track_options"]

TRACKS = "Tracks"

_Function = TypeVar("_Function", bound=Callable[..., Any])

_OPTIONS = (
    option(
        TRACKS, "--sequences", type=Names(), help="Only these sequences: a list, or @FILE, such as a seqmap."
    ),
    option(
        TRACKS,
        "--rules",
        type=click.Choice(["trackeval", "motmetrics"]),
        default="trackeval",
        help="Whose rules CLEAR follows: by those of motmetrics an object goes on with the last partner it "
        "ever had. Default: trackeval.",
    ),
    option(
        TRACKS,
        "--frame-offset",
        type=int,
        default=0,
        metavar="N",
        help="Add N to the frame number of every prediction. Default: 0.",
    ),
    option(
        TRACKS,
        "--frame-step",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help="The predictions hold every N-th frame: evaluate these frames alone. Default: 1.",
    ),
    option(
        TRACKS,
        "--box-scale",
        type=FiniteNumber(0, min_open=True),
        default=1.0,
        metavar="FACTOR",
        help="Multiply the predicted boxes by it. Default: 1.",
    ),
)


def track_options(function: _Function) -> _Function:
    """Give a command the options of tracks."""
    for decorate in reversed(_OPTIONS):
        function = decorate(function)
    return function


def taken_tracks(options: dict[str, Any]) -> dict[str, Any]:
    """Take these options out of all, as an evaluation of tracks takes them."""
    return {
        name: options.pop(name) for name in ("sequences", "rules", "frame_offset", "frame_step", "box_scale")
    }

"""``truebox track``: what it takes, and its help."""

from __future__ import annotations

from typing import Any

import click

from truebox.cli import runs
from truebox.cli.terminal.help_page import HelpPage, option

__all__ = ["track_command"]

_TRACKING, _OUTPUT, _RUN = "Tracking", "Output", "Run"
_METHODS = (
    "bytetrack",
    "sort",
    "ocsort",
    "iou-tracker",
)  # spelled out, so that help needs no NumPy; a test compares

_EPILOG = """
Examples:
  truebox track det/ --out results/                      ByteTrack on every sequence
  truebox track det/ --out results/ --method sort
  truebox eval gt/ results/                              how good they are

DETECTIONS are files of MOTChallenge: SEQ.txt, or SEQ/det/det.txt, with lines
frame, -1, left, top, width, height, score. The tracks have the detector's boxes.
"""


@click.command("track", cls=HelpPage, epilog=_EPILOG)
@click.argument("detections")
@option(
    _OUTPUT, "-o", "--out", required=True, metavar="DIR", help="A new folder, with SEQ.txt for each sequence."
)
@option(
    _TRACKING,
    "--method",
    type=click.Choice(_METHODS),
    default=_METHODS[0],
    help="Whose way, by motion and overlap. Default: bytetrack.",
)
@option(
    _TRACKING,
    "--filtered",
    is_flag=True,
    help="Boxes as the motion filter has them, in place of the detector's.",
)
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def track_command(debug: bool, **options: Any) -> None:
    """Make tracks of detections.

    Every sequence of DETECTIONS is followed frame by frame; identities are told by motion and overlap alone.
    """
    del debug
    runs.run_tracking(**options)

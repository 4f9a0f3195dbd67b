"""``truebox draw``: what it takes, and its help."""

from __future__ import annotations

from typing import Any

import click

from truebox.cli import runs
from truebox.cli.options.geometry import GEOMETRIES
from truebox.cli.options.reading import reading_options, taken_reading
from truebox.cli.terminal.help_page import HelpPage, option

__all__ = ["draw"]

_DRAWING, _OUTPUT, _RUN = "Drawing", "Output", "Run"

# Spelled out, so that help needs no Pillow; a test keeps them equal to the themes.
_THEMES = ("classic", "safe", "night", "grey")

_EPILOG = """
Examples:
  truebox draw street.jpg --truth truth.json --predictions found.json
  truebox draw images --truth truth.json --predictions found.json --out drawn
  truebox draw images --truth truth.json --limit 20 --theme safe

The truth is green, predictions are red; theme safe is for every colour vision, with dashes.
Each prediction names its class, its score and its IoU with the truth it overlaps most.
Rotated boxes and outlines are drawn with --geometry masks.
"""


@click.command("draw", cls=HelpPage, epilog=_EPILOG)
@click.argument("pictures", metavar="IMAGE_OR_FOLDER")
@option(_DRAWING, "--truth", required=True, metavar="FILE", help="The truth, in any known format.")
@option(_DRAWING, "--predictions", metavar="FILE", help="Predictions, in any known format.")
@option(
    _DRAWING,
    "--score-threshold",
    type=float,
    metavar="S",
    default=0.3,
    help="Leave out predictions with a lower score. Default: 0.3.",
)
@option(_DRAWING, "--theme", type=click.Choice(_THEMES), default="classic", help="Colours. Default: classic.")
@option(
    _DRAWING,
    "--geometry",
    type=click.Choice(GEOMETRIES[:3]),
    help="Boxes, masks or keypoints. Default: what the predictions hold; boxes where they hold several.",
)
@option(_DRAWING, "--shade", is_flag=True, help="Shade what a prediction and its truth share.")
@option(_DRAWING, "--canvas", is_flag=True, help="Draw images without a picture on a blank canvas.")
@option(_DRAWING, "--image-id", metavar="ID", help="Which image of the truth a single picture is.")
@option(
    _DRAWING, "--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N images of a folder."
)
@option(
    _OUTPUT,
    "--out",
    metavar="PATH",
    help="The file, or the folder for a folder. Default: NAME-drawn in this folder; "
    "for a folder the folder drawn.",
)
@reading_options
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def draw(debug: bool, **options: Any) -> None:
    """Draw truth and predictions on a picture, or on every picture of a folder.

    Pictures are found by the file names of the truth, inside IMAGE_OR_FOLDER and nowhere else, and
    are never changed. The path of what was drawn goes to stdout.
    """
    reading = taken_reading(options)
    runs.draw_files(reading=reading, **options)

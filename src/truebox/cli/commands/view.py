"""``truebox view``: what it takes, and its help."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from truebox.cli import runs
from truebox.cli.options.measures import (
    AREA_RANGES,
    CATEGORIES,
    CLASS_AGNOSTIC,
    GEOMETRY,
    IMAGE_IDS,
    IOU_THRESHOLDS,
    MAX_DETECTIONS,
    MODE,
    THREADS,
)
from truebox.cli.options.names import NAMES, taken_names
from truebox.cli.options.protocols import meant_protocol, refuse_unmeant
from truebox.cli.options.reading import reading_options, taken_reading
from truebox.cli.runs.outputs import PAGE_SERVED, Output
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.evaluation.registry import DETECTION_PROTOCOLS

__all__ = ["view"]

_OUTPUT, _SERVER, _MEASURE, _RUN = "Output", "Server", "Evaluation", "Run"
_PROTOCOLS = sorted(DETECTION_PROTOCOLS)

# What the run takes of `truebox eval`, where this command leaves it as usual.
_USUAL: dict[str, Any] = {
    "recall_thresholds": None,
    "sigmas": None,
    "dilation_ratio": 0.02,
    "fit_test": True,
    "truth_maps": None,
    "predictions_maps": (),
    "of_tracks": {},
}

_EPILOG = """
Examples:
  truebox view truth.json predictions.json --images pictures --open
  truebox view truth.json a.json b.json --images pictures        two detectors side by side
  truebox view truth.json predictions.json --port 8000           always the same port

The address goes to stdout. It begins with a random word: only who has the address sees the page,
and only on this machine. Only small pictures are written, to a temporary folder. Ctrl-C ends it.
A page to keep or to send is `truebox eval --report out/`, or `--report out.html`.
Exit codes: 0 ended by Ctrl-C · 2 usage · 3 input refused · 4 internal error · 130 before it served
"""


@click.command("view", cls=HelpPage, epilog=_EPILOG)
@click.argument("truth")
@click.argument("predictions", nargs=-1, required=True)
@option(
    _SERVER,
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Where to serve, on 127.0.0.1 alone. Default: a free one.",
)
@option(_SERVER, "--open", "open_browser", is_flag=True, help="Open the page in the browser.")
@NAMES
@option(
    _OUTPUT,
    "--groups",
    metavar="COLUMN",
    help="Which images belong together and are resampled as one, such as the frames of a video: a column of "
    "the truth's images, folder, or a pattern of file names such as '(.*)_[0-9]+'.",
)
@option(
    _OUTPUT,
    "--diagnosis/--no-diagnosis",
    default=None,
    help="Intervals and sentences at the top. Default: up to 200,000 detections.",
)
@reading_options
@option(
    _MEASURE,
    "--protocol",
    type=click.Choice(_PROTOCOLS),
    metavar="NAME",
    help="Whose rules count. Default: what the truth says it was made for, else coco. "
    f"One of {', '.join(_PROTOCOLS)}.",
)
@MODE
@GEOMETRY
@IOU_THRESHOLDS
@MAX_DETECTIONS
@AREA_RANGES
@CLASS_AGNOSTIC
@CATEGORIES
@IMAGE_IDS
@THREADS
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def view(port: int, open_browser: bool, debug: bool, **options: Any) -> None:
    """Look at predictions in the browser, every image of a data set of any size.

    TRUTH and PREDICTIONS are files or folders as for eval; up to eight predictions are shown beside each
    other. The page is that of eval --report with all images, and pictures of --images are read when they
    are looked at.
    """
    options = _USUAL | options
    options["protocol"] = meant_protocol(view, options)
    refuse_unmeant(view, options)
    refuse = partial(refuse_unmeant, view, dict(options))
    options["names"] = taken_names(options["names"], len(options["predictions"]))
    reading = taken_reading(options)
    runs.evaluate_files(
        (Output("report", PAGE_SERVED),),
        reading=reading,
        gates=None,
        refuse=refuse,
        serve=partial(runs.serve, port=port, open_browser=open_browser, quiet=options["quiet"]),
        all_classes=False,
        color="auto",
        **options,
    )

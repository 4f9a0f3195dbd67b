"""``truebox eval``: what it takes, and its help."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

import click

from truebox.cli import runs
from truebox.cli.options.gates import baseline_option, gate_options, planned_gates
from truebox.cli.options.lists import Thresholds
from truebox.cli.options.map_folders import map_options
from truebox.cli.options.measures import (
    AREA_RANGES,
    CATEGORIES,
    CLASS_AGNOSTIC,
    IMAGE_IDS,
    IOU_THRESHOLDS,
    MAX_DETECTIONS,
    MODE,
    SEVERAL_GEOMETRIES,
    THREADS,
    no_fit_test,
)
from truebox.cli.options.names import NAMES, taken_names
from truebox.cli.options.one_number import FiniteNumber, MemorySize
from truebox.cli.options.optional_values import fill_optional_values
from truebox.cli.options.protocols import meant_protocol, refuse_unmeant
from truebox.cli.options.reading import reading_options, taken_reading
from truebox.cli.options.tracks import TRACKS as _TRACKS
from truebox.cli.options.tracks import taken_tracks, track_options
from truebox.cli.runs.outputs import plan_outputs
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.errors import MissingExtraError
from truebox.evaluation.registry import PROTOCOLS

__all__ = ["eval_command"]

_OUTPUT, _MEASURE, _RUN = "Output", "Evaluation", "Run"

_OPTIONAL = frozenset({"--json", "--csv", "--md", "--latex", "--junit"})

_EPILOG = """
Examples:
  truebox eval truth.json predictions.json
  truebox eval truth.json a.json b.json                      two detectors side by side
  truebox eval truth.json predictions.json --json            JSON on stdout, for scripts
  truebox eval truth.json a.json b.json --latex=table.tex --names Baseline,Ours
  truebox eval truth.json predictions.json --csv=classes.csv --md=summary.md
  truebox eval truth.json predictions.json --report out.html --images pictures
  truebox eval truth.json predictions.json --report out/ --images pictures      with all images
  truebox eval truth.json predictions.json --matches rows.csv  which detection met which truth
  truebox eval truth.json predictions.json --coco-text       the twelve lines of pycocotools
  truebox eval truth.json predictions.json --mode corrected  without the reference's quirks
  truebox eval truth.json predictions.json --fail-under AP=0.40 --fail-under "AP50[person]=0.6"
  truebox eval truth.json new.json --baseline last.json --max-drop AP=0.005 --significant
  truebox eval truth.json found.json --protocol panoptic --truth-maps gt --predictions-maps found
  truebox eval gt/ trackerA/ trackerB/                       tracks: HOTA, MOTA, IDF1 by sequence

The result goes to stdout; what was read and what to know about it goes to stderr.
Exit codes: 0 done · 1 gate failed · 2 usage · 3 input refused ·
4 internal error, or cannot write · 130 interrupted
"""


def _is_there(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # something else took its name
        return False


class _EvalCommand(HelpPage):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, fill_optional_values(self, args, _OPTIONAL, needed=2))


@click.command("eval", cls=_EvalCommand, epilog=_EPILOG)
@click.argument("truth")
@click.argument("predictions", nargs=-1, required=True)
@option(_OUTPUT, "--json", metavar="[PATH]", help="One JSON document with everything.")
@option(_OUTPUT, "--csv", metavar="[PATH]", help="One row per class, at full precision.")
@option(_OUTPUT, "--md", metavar="[PATH]", help="A Markdown table with every column.")
@option(
    _OUTPUT,
    "--report",
    metavar="FILE.html|DIR/",
    help="One page that opens offline, with the images behind every number (--images shows pictures); a "
    "folder holds all images, a file those that are most wrong.",
)
@option(_OUTPUT, "--latex", metavar="[PATH]", help="LaTeX tables for papers (booktabs), with intervals.")
@option(
    _OUTPUT,
    "--matches",
    metavar="FILE.csv|.parquet",
    help="One row per detection and per missed truth: outcome, score, partner, overlap, size.",
)
@option(_OUTPUT, "--coco-text", is_flag=True, help="The lines of pycocotools, byte for byte.")
@NAMES
@option(
    _OUTPUT,
    "--all-classes",
    is_flag=True,
    help="Every class in tables; else of more than 30 the 20 best and the 10 weakest.",
)
@option(
    _OUTPUT,
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="A styled table: on a terminal (auto), always or never.",
)
@option(
    _OUTPUT,
    "--diagnosis/--no-diagnosis",
    default=None,
    help="Where AP was lost, how sure it is and where to cut, beneath the table and in JSON. Default: with "
    "the table.",
)
@option(
    _OUTPUT,
    "--groups",
    metavar="COLUMN",
    help="Which images belong together and are resampled as one, such as the frames of a video: a column of "
    "the truth's images, folder, or a pattern of file names such as '(.*)_[0-9]+'.",
)
@gate_options
@baseline_option
@reading_options
@map_options
@track_options
@option(
    _TRACKS,
    "--events",
    metavar="FILE.csv",
    help="One row per event: switches, gaps, misses, false tracks, with frame and tracks.",
)
@option(
    _MEASURE,
    "--protocol",
    type=click.Choice(PROTOCOLS),
    metavar="NAME",
    help="Whose rules count. Default: what the truth says it was made for, else coco; of tracks, what names "
    f"and columns tell. One of {', '.join(PROTOCOLS)}.",
)
@MODE
@SEVERAL_GEOMETRIES
@IOU_THRESHOLDS
@option(
    _MEASURE, "--recall-thresholds", type=Thresholds(), help="Where precision is sampled. Default: 0:1:0.01."
)
@MAX_DETECTIONS
@AREA_RANGES
@option(
    _MEASURE,
    "--sigmas",
    type=Thresholds(),
    help="One per keypoint, where they are not the 17 of COCO.",
)
@option(
    _MEASURE,
    "--dilation-ratio",
    type=FiniteNumber(0, 1, min_open=True),
    default=0.02,
    metavar="RATIO",
    help="Width of boundaries as a part of the image's diagonal. Default: 0.02.",
)
@no_fit_test("Report a number near zero even where another reading of the file would mend it.")
@CLASS_AGNOSTIC
@CATEGORIES
@IMAGE_IDS
@THREADS
@option(
    _RUN,
    "--max-memory",
    type=MemorySize(),
    help="At most so much memory, such as 8G: larger files (COCO, Parquet, Arrow; no rotated boxes) are read "
    "in pieces, anything else that needs more is refused. Default: what the machine has.",
)
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def eval_command(coco_text: bool, debug: bool, **options: Any) -> None:
    """Evaluate predictions against the truth.

    TRUTH and PREDICTIONS are files or folders in any known format (COCO, YOLO, Pascal VOC and many
    more), recognised by names and content; several predictions are compared side by side. The table
    goes to stdout unless another output does; --json, --csv, --md and --latex print when no PATH is given.
    """
    junit = options["junit"]
    kinds = ("json", "csv", "md", "latex", "junit", "report", "events", "matches")
    outputs = plan_outputs(
        {kind: options[kind] for kind in kinds},
        coco_text=coco_text,
        folders=frozenset({"report"}),
        inputs=(options["truth"], *options["predictions"]),
    )
    if (options["matches"] or "").lower().endswith(".parquet") and not _is_there("pyarrow"):
        raise MissingExtraError("pyarrow", "parquet", "--matches FILE.parquet")
    gates = planned_gates(options, junit=junit is not None, baseline=options.pop("baseline"))
    if coco_text and len(options["predictions"]) > 1:
        raise click.UsageError("--coco-text takes one predictions file: the twelve lines do not name theirs.")
    if "," in (options["geometry"] or "") and (coco_text or (gates is not None and gates.baseline)):
        raise click.UsageError(f"{'--coco-text' if coco_text else '--baseline'} takes one --geometry.")
    options["protocol"] = meant_protocol(eval_command, options)
    refuse_unmeant(eval_command, options)
    refuse = partial(refuse_unmeant, eval_command, dict(options))
    for kind in kinds:
        del options[kind]
    options["names"] = taken_names(options["names"], len(options["predictions"]))
    options["of_tracks"] = taken_tracks(options)
    reading = taken_reading(options)
    if options["max_memory"] is None:
        del options["max_memory"]  # the default of `evaluate`
    runs.evaluate_files(outputs, reading=reading, gates=gates, refuse=refuse, **options)

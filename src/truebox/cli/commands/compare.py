"""``truebox compare``: what it takes, and its help."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from truebox.cli import runs
from truebox.cli.options.gates import gate_options, planned_gates
from truebox.cli.options.map_folders import map_options
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
    no_fit_test,
)
from truebox.cli.options.names import NAMES, taken_names
from truebox.cli.options.one_number import FiniteNumber
from truebox.cli.options.optional_values import fill_optional_values
from truebox.cli.options.protocols import meant_protocol, refuse_unmeant
from truebox.cli.options.reading import reading_options, taken_reading
from truebox.cli.options.tracks import taken_tracks, track_options
from truebox.cli.runs.outputs import plan_outputs
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.evaluation.registry import PROTOCOLS

__all__ = ["compare_command"]

_OUTPUT, _STATISTICS, _MEASURE, _RUN = "Output", "Statistics", "Evaluation", "Run"
_MOVERS = 20
_OPTIONAL = frozenset({"--json", "--csv", "--md", "--latex", "--junit"})

_EPILOG = """
Examples:
  truebox compare truth.json a.json b.json                   is B better than A?
  truebox compare truth.json a.json b.json c.json            B and C, each against A
  truebox compare gt/ trackerA/ trackerB/                    tracks, sequence by sequence
  truebox compare truth.json a.json b.json --json            JSON on stdout, for scripts
  truebox compare truth.json a.json b.json --latex=table.tex --names Baseline,Ours
  truebox compare truth.json a.json b.json --draws 10000     finer p-values
  truebox compare truth.json a.json b.json --max-drop AP=0.005 --significant

Every metric has its difference, an interval, a p-value and a verdict. The smallest difference
that the data can show (four times in five) stands beside it as `detectable`.
Exit codes: 0 done · 1 gate failed · 2 usage · 3 input refused ·
4 internal error, or cannot write · 130 interrupted
"""


class _CompareCommand(HelpPage):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, fill_optional_values(self, args, _OPTIONAL, needed=3))


@click.command("compare", cls=_CompareCommand, epilog=_EPILOG)
@click.argument("truth")
@click.argument("predictions", nargs=-1, required=True)
@option(_OUTPUT, "--json", metavar="[PATH]", help="One JSON document with everything.")
@option(_OUTPUT, "--csv", metavar="[PATH]", help="One row per class and metric, at full precision.")
@option(_OUTPUT, "--md", metavar="[PATH]", help="Markdown tables.")
@option(_OUTPUT, "--latex", metavar="[PATH]", help="LaTeX tables for papers (booktabs), with intervals.")
@NAMES
@option(
    _OUTPUT, "--all-classes", is_flag=True, help="Every class in tables; else the 30 of which most is known."
)
@option(
    _OUTPUT,
    "--movers",
    "most_movers",
    type=click.IntRange(0, 1_000_000),
    default=_MOVERS,
    metavar="N",
    help=f"How many images that gained, and that lost, to name in JSON. Default: {_MOVERS}.",
)
@option(
    _OUTPUT,
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="A styled table: on a terminal (auto), always or never.",
)
@gate_options
@reading_options
@option(
    _STATISTICS,
    "--draws",
    "replicates",
    type=click.IntRange(100, 1_000_000),
    metavar="N",
    help="How often the models are swapped at random; ten times as often where a p-value is near its limit. "
    "Default: 1000, fewer (at least 200) where measures of a protocol's own meet very many detections.",
)
@option(
    _STATISTICS,
    "--level",
    type=FiniteNumber(0, 1, min_open=True, max_open=True),
    default=0.95,
    metavar="P",
    help="Confidence level of the intervals; p-values up to 1 - P are significant. Default: 0.95.",
)
@option(
    _STATISTICS,
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    metavar="N",
    help="Seed of the random swaps. Default: 0.",
)
@option(
    _STATISTICS,
    "--groups",
    metavar="COLUMN",
    help="Which images belong together and are resampled as one, such as the frames of a video: a column of "
    "the truth's images, folder, or a pattern of file names such as '(.*)_[0-9]+'.",
)
@map_options
@track_options
@option(
    _MEASURE,
    "--protocol",
    type=click.Choice(PROTOCOLS),
    metavar="NAME",
    help="Whose rules count. Default: what the truth says it was made for, else coco; of tracks, what names "
    f"and columns tell. One of {', '.join(PROTOCOLS)}.",
)
@MODE
@GEOMETRY
@IOU_THRESHOLDS
@MAX_DETECTIONS
@AREA_RANGES
@no_fit_test("Compare numbers near zero even where another reading of a file would mend them.")
@CLASS_AGNOSTIC
@CATEGORIES
@IMAGE_IDS
@THREADS
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def compare_command(
    *,
    json: str | None,
    csv: str | None,
    md: str | None,
    latex: str | None,
    junit: str | None,
    debug: bool,
    **options: Any,
) -> None:
    """Is B better than A, or can the data not tell?

    TRUTH and PREDICTIONS are files or folders as for eval; two predictions or more, each compared with
    the first by swapping both in a random half of the images, again and again. Gates are of all
    but the first, which is the baseline.
    """
    if len(options["predictions"]) < 2:
        raise click.UsageError("a comparison takes the truth and at least two predictions files.")
    options["protocol"] = meant_protocol(compare_command, options)
    if options["protocol"] is not None:
        refuse_unmeant(compare_command, options)
    refuse = partial(refuse_unmeant, compare_command, dict(options))
    outputs = plan_outputs(
        {"json": json, "csv": csv, "md": md, "latex": latex, "junit": junit}, coco_text=False
    )
    if options["most_movers"] != _MOVERS and json is None:
        raise click.UsageError("--movers is of no use without --json. Fix: add --json, or leave it out.")
    options["names"] = taken_names(options["names"], len(options["predictions"]))
    baseline = options["predictions"][0] if options["max_drop"] else None
    gates = planned_gates(options, junit=junit is not None, baseline=baseline)
    options["of_tracks"] = taken_tracks(options)
    reading = taken_reading(options)
    runs.compare_files(outputs, reading=reading, gates=gates, refuse=refuse, **options)

"""``truebox reconcile TRUTH PREDICTIONS``: why two tools give two numbers for one file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from truebox import datasets, diagnosis, report
from truebox.cli.options.geometry import GEOMETRIES, choose_geometry
from truebox.cli.options.geometry_type import OneGeometry
from truebox.cli.options.lists import Thresholds
from truebox.cli.options.measures import THREADS
from truebox.cli.options.protocols import refuse_of_other_geometry
from truebox.cli.options.reading import MENDED_BY_TRUTH, predictions_reading, reading_options, truth_reading
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.standard_output import write_stdout

__all__ = ["reconcile_command"]

_OUTPUT, _RUN = "Output", "Run"

_EPILOG = """
Examples:
  truebox reconcile truth.json found.json                           this file under every tool
  truebox reconcile truth.json found.json --reported AP50=0.7797    which rules give that
  truebox reconcile truth.json found.json --reported AP50=0.7797 --tool yolov5
  truebox reconcile truth.json found.json --between coco yolov5           rule by rule
  truebox reconcile truth.json masks.json --geometry masks --reported AP=0.412

Numbers are compared to the last digit that was reported; what is not explained is said.
Exit codes: 0 done · 2 wrong usage · 3 input refused · 4 internal error, or cannot write
"""


class _Reported(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic in newer releases of click alone
    """``AP50=0.7797``."""

    name = "METRIC=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        metric, equals, number = value.partition("=")
        if not equals or not number.strip():
            self.fail(f"{value!r} is not METRIC=VALUE, like AP50=0.7797")
        return metric.strip(), number.strip()


@click.command("reconcile", cls=HelpPage, epilog=_EPILOG)
@click.argument("truth")
@click.argument("predictions")
@option(_OUTPUT, "--json", "as_json", is_flag=True, help="One JSON document instead of tables.")
@option(_OUTPUT, "--md", "as_markdown", is_flag=True, help="Markdown instead of plain tables.")
@option(
    _RUN,
    "--reported",
    type=_Reported(),
    multiple=True,
    help="A number as a tool printed it: AP, AP50, AP75, AP at another IoU, APs, APm, APl, or AP50[class]; "
    "may be given several times.",
)
@option(
    _RUN,
    "--tool",
    metavar="NAME",
    help="The tool that reported it, where that is known; the table of all tools has their names.",
)
@option(
    _RUN,
    "--between",
    nargs=2,
    metavar="A B",
    help="Take the difference of two tools apart.",
)
@option(
    _RUN,
    "--geometry",
    type=OneGeometry(list(GEOMETRIES[:3])),
    help="Boxes, masks or keypoints. Default: what the predictions hold; boxes where they hold several.",
)
@option(_RUN, "--sigmas", type=Thresholds(), help="One per keypoint, where they are not the 17 of COCO.")
@THREADS
@reading_options
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def reconcile_command(
    *,
    truth: str,
    predictions: str,
    reported: tuple[tuple[str, str], ...],
    tool: str | None,
    between: tuple[str, str] | None,
    geometry: str | None,
    sigmas: Sequence[float] | None,
    threads: int | None,
    as_json: bool,
    as_markdown: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Why is the number different in another tool?

    One pair of files under every tool's rules; the rules that explain a reported number, as far as they
    do; and what each rule moves.
    """
    metrics = [metric for metric, _ in reported]
    repeated = next((metric for metric in metrics if metrics.count(metric) > 1), None)
    if repeated is not None:
        raise click.UsageError(f"--reported gives {repeated} twice; one number was reported of each.")
    if as_json and as_markdown:
        raise click.UsageError("--json and --md both go to stdout; give one.")
    chosen, why = choose_geometry(geometry, [predictions])
    if why and not quiet:
        notify([why])
    refuse_of_other_geometry({**options, "sigmas": sigmas}, [chosen])
    of_truth, of_predictions = truth_reading(options), predictions_reading(options)
    true = datasets.truth_as_said(truth, threads=threads, geometry=chosen, **of_truth)
    known: dict[str, Any] = {"truth": true} if of_predictions.keys() & MENDED_BY_TRUTH else {}
    found = datasets.predictions_as_said(
        predictions, threads=threads, geometry=chosen, **of_predictions, **known
    )
    datasets.refuse_unheeded([found.source], of_predictions, true.source, of_truth, chosen)
    unused = datasets.unused_pictures(true, of_truth.get("images"))
    if unused is not None and not quiet:
        notify([f"--images is not used: {unused}"])
    made = diagnosis.reconcile(
        true,
        found,
        reported=dict(reported),
        tool=tool,
        between=between or None,
        geometry=chosen,
        sigmas=sigmas,
        threads=threads,
    )
    if as_json:
        write_stdout(json.dumps(made.to_dict(), indent=2, ensure_ascii=False) + "\n")
        return
    write = report.to_reconciliation_markdown if as_markdown else report.to_reconciliation_table
    write_stdout(write(made))

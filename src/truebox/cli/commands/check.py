"""``truebox check TRUTH [PREDICTIONS]``: everything that is odd about files."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Any

import click

from truebox import checking
from truebox._writing.counted import agreeing
from truebox._writing.escaping import escape_terminal
from truebox.cli.options.geometry import GEOMETRIES, choose_geometry
from truebox.cli.options.geometry_type import OneGeometry
from truebox.cli.options.protocols import protocol_options, refuse_of_other_geometry
from truebox.cli.options.reading import (
    predictions_reading,
    reading_options,
    refuse_without_predictions,
    truth_reading,
)
from truebox.cli.terminal.exit_code import ExitCode
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.screen import columns
from truebox.cli.terminal.standard_output import write_stdout
from truebox.evaluation.registry import PROTOCOLS

if TYPE_CHECKING:
    from truebox.checking import CheckItem, CheckReport

__all__ = ["check_command"]

_OUTPUT, _RUN = "Output", "Run"
_WIDEST = 110

_EPILOG = """
Examples:
  truebox check truth.json
  truebox check truth.json predictions.json
  truebox check truth.json predictions.json --json
  truebox explain W-471                       what a code means, and what to do

Exit codes: 0 nothing that an evaluation refuses · 2 wrong usage · 3 something is refused
"""


@click.command("check", cls=HelpPage, epilog=_EPILOG)
@click.argument("truth")
@click.argument("predictions", required=False)
@option(_OUTPUT, "--json", is_flag=True, help="One JSON document instead of a table.")
@reading_options
@option(_RUN, "--geometry", type=OneGeometry(list(GEOMETRIES)), help="What would be evaluated.")
@option(
    _RUN,
    "--protocol",
    type=click.Choice(PROTOCOLS),
    metavar="NAME",
    help="By whose rules. Default: what the truth says it was made for, else coco. "
    f"One of {', '.join(PROTOCOLS)}.",
)
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def check_command(ctx: click.Context, /, **options: Any) -> None:
    """Say everything that is odd about the truth, and about predictions for it.

    Rows that cannot be read are counted by code, all of them; what an evaluation would do about
    each is said.
    """
    truth, predictions = options["truth"], options["predictions"]
    if predictions is None:
        refuse_without_predictions(ctx)
    of_truth, of_predictions = truth_reading(options), predictions_reading(options)
    geometry: Any = options["geometry"] or "boxes"
    if protocol_options(options["protocol"]).files == "records":  # else there is nothing to choose
        geometry, _ = choose_geometry(
            options["geometry"],
            [predictions] if predictions else [],
            truth,
            options["task"],
            protocol=options["protocol"],
            formats=(of_truth.get("format"), of_predictions.get("format")),
        )
        refuse_of_other_geometry(options, [geometry])
    report = checking.check(
        truth,
        predictions,
        geometry=geometry,
        protocol=options["protocol"],
        truth_reading=of_truth,
        predictions_reading=of_predictions,
    )
    if not options["quiet"]:
        notify(report.read)
    write_stdout(_as_json(report) if options["json"] else _as_text(report))
    if report.refused:
        ctx.exit(ExitCode.REFUSED)


def _as_json(report: CheckReport) -> str:
    return json.dumps(report.to_dict(), indent=2, ensure_ascii=False) + "\n"


def _as_text(report: CheckReport) -> str:
    if not report.items:
        return "Nothing odd was found.\n"
    refused = [item for item in report.items if item.refused]
    noted = report.items[len(refused) :]
    digits = max(len(f"{item.count:,}") for item in report.items)
    width = min(columns(), _WIDEST)
    lines: list[str] = []
    for title, items in (("An evaluation refuses this:", refused), ("An evaluation goes on, noting:", noted)):
        if items:
            lines += ["", title] if lines else [title]
            for item in items:
                lines += _entry(item, digits, width)
    counts = f"{len(refused)} to refuse, {len(noted)} to note"
    lines += ["", f"{counts}; truebox explain {report.items[0].code} says more."]
    return "\n".join(lines) + "\n"


def _entry(item: CheckItem, digits: int, width: int) -> list[str]:
    """A finding: its code, how many rows, what was found, where the first are, what to do."""
    said = item.message if item.message.startswith(item.source) else f"{item.source}: {item.message}"
    texts = [said]
    if item.rows and item.count > 1:
        more = ", ..." if item.count > len(item.rows) else ""
        texts.append(f"rows {', '.join(map(str, item.rows))}{more}")
    if item.refused:
        texts.append(f"fix: {item.fix}")
    if item.lenient:
        texts.append(f"or --lenient leaves {agreeing(item.count, 'the row', 'the rows')} out")
    head = f"  {item.code}  {item.count:>{digits},}  "
    lines = [line for text in texts for line in _wrapped(escape_terminal(text), width - len(head))]
    return [(head if place == 0 else " " * len(head)) + line for place, line in enumerate(lines)]


def _wrapped(text: str, width: int) -> list[str]:
    """`text` in lines; what is longer than a line, such as a path, stays whole."""
    return textwrap.wrap(text, max(width, 20), break_long_words=False, break_on_hyphens=False) or [""]

"""``truebox history RESULTS...``: one model over epochs or nights."""

from __future__ import annotations

from typing import Any

import click

from truebox import diagnosis, report
from truebox.cli.runs.outputs import plan_outputs, write_outputs
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.screen import columns, stdout_on_screen
from truebox.report import blocks

__all__ = ["history"]

_EPILOG = """
Examples:
  truebox eval truth.json epoch_1.json --json=results/epoch_1.json     once for each epoch
  truebox history results/*.json
  truebox history results/*.json --report history.html                 with a chart
  truebox history monday.json tuesday.json --order given

Refused are results of another truth or by other rules than the first. Documents that were
written with --diagnosis have intervals.
"""


@click.command("history", cls=HelpPage, epilog=_EPILOG)
@click.argument("results", nargs=-1, required=True)
@option("Output", "--report", metavar="FILE.html", help="A page with a chart that opens offline.")
@option(
    "Evaluation",
    "--order",
    type=click.Choice(["number", "name", "time", "given"]),
    default="number",
    help="By the numbers in their names (epoch_9 before epoch_10), by names, by when the files were written, "
    "or as given. Default: number.",
)
@option("Run", "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option("Run", "--debug", is_flag=True, help="Show the traceback of an error.")
def history(results: tuple[str, ...], quiet: bool, debug: bool, **options: Any) -> None:
    """Show the numbers of RESULTS, which truebox eval --json wrote, with the change from each to the next."""
    outputs = plan_outputs({"report": options["report"]}, coco_text=False)
    found = diagnosis.read_history(results, order=options["order"])
    styled = stdout_on_screen()
    makers = {
        "report": lambda: report.to_history_page(found),
        "table": lambda: report.to_history_table(found, styled=styled, width=columns()),
    }
    if not quiet:
        notify([blocks.history_rules(found)])
    write_outputs(outputs, [makers[output.kind]() for output in outputs])

"""``truebox merge PARTS...``: the result of all parts."""

from __future__ import annotations

import time
from typing import Any

import click

from truebox import execution, report
from truebox.cli.options.lists import NamesFile
from truebox.cli.options.measures import THREADS
from truebox.cli.options.optional_values import fill_optional_values
from truebox.cli.runs.ending import Look, end_run, joined_summary
from truebox.cli.runs.outputs import plan_outputs
from truebox.cli.terminal.help_page import HelpPage, option
from truebox.report import blocks, writers

__all__ = ["merge_command"]

_OUTPUT, _INPUT, _RUN = "Output", "Input", "Run"
_OPTIONAL = frozenset({"--json", "--csv", "--md", "--latex"})

_EPILOG = """
Examples:
  truebox merge 1.tbx 2.tbx 3.tbx
  truebox merge parts/*.tbx --expect images.txt        refused unless every image is there
  truebox merge parts/*.tbx --json

Order does not matter, and a part given twice counts once. Memory holds one class of all parts.
Exit codes: 0 done · 2 usage · 3 a part refused, an image missing · 4 internal error, cannot write
"""


class _MergeCommand(HelpPage):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, fill_optional_values(self, args, _OPTIONAL, needed=1))


@click.command("merge", cls=_MergeCommand, epilog=_EPILOG)
@click.argument("parts", nargs=-1, required=True)
@option(_OUTPUT, "--json", metavar="[PATH]", help="One JSON document with everything.")
@option(_OUTPUT, "--csv", metavar="[PATH]", help="One row per class, at full precision.")
@option(_OUTPUT, "--md", metavar="[PATH]", help="A Markdown table.")
@option(_OUTPUT, "--latex", metavar="[PATH]", help="A LaTeX table.")
@option(_OUTPUT, "--coco-text", is_flag=True, help="The lines of pycocotools, byte for byte.")
@option(_OUTPUT, "--all-classes", is_flag=True, help="Every class in tables.")
@option(
    _OUTPUT,
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="A styled table: on a terminal (auto), always or never.",
)
@option(
    _INPUT,
    "--expect",
    type=NamesFile(),
    help="Ids of every image there must be, one per line.",
)
@option(
    _INPUT,
    "--repeated",
    type=click.Choice(["same", "refuse", "lowest"]),
    default="same",
    help="What becomes of an image in two parts: same (the default) keeps it once where both are the same "
    "and refuses it where they differ; refuse refuses it in any case; lowest keeps the "
    "one of the lowest digest.",
)
@THREADS
@option(_RUN, "-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
@option(_RUN, "--debug", is_flag=True, help="Show the traceback of an error.")
def merge_command(
    parts: tuple[str, ...], coco_text: bool, expect: tuple[str, ...] | None, **options: Any
) -> None:
    """Put parts together: the numbers of one evaluation of all their images."""
    started, all_classes = time.perf_counter(), options["all_classes"]
    outputs = plan_outputs(
        {kind: options[kind] for kind in ("json", "csv", "md", "latex")}, coco_text=coco_text
    )
    result = execution.merge(parts, expect=expect, repeated=options["repeated"], threads=options["threads"])
    results, look = [result], Look(all_classes, options["color"])
    end_run(
        outputs,
        {
            "json": lambda: report.to_json(results),
            "csv": lambda: report.to_csv(results),
            "md": lambda: report.to_markdown(results, all_classes=all_classes),
            "latex": lambda: report.to_latex(results, all_classes=all_classes),
            "coco-text": lambda: report.to_coco_text(result),
            "table": lambda: report.to_table(results, **look.for_stdout()),
        },
        results=results,
        checked=None,
        summary=lambda: joined_summary(
            None, writers.write_markdown(blocks.result_blocks(results, all_classes=all_classes, alone=True))
        ),
        started=started,
        threads=options["threads"],
        quiet=options["quiet"],
    )

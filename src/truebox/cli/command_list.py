"""The list of commands; a command's module is imported when it runs, not before."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

import click

from truebox._lazily import deferred
from truebox._writing.nearest import did_you_mean
from truebox.cli.terminal.help_page import HelpPage
from truebox.cli.terminal.standard_output import write_stdout

if TYPE_CHECKING:
    from truebox.cli.terminal import version_line
else:
    version_line = deferred("truebox.cli.terminal.version_line")  # only --version needs it (3 ms)

__all__ = ["cli"]

# Name on the command line: module, attribute, and the line in the list of commands.
_COMMANDS = {
    "eval": ("truebox.cli.commands.eval", "eval_command", "Evaluate predictions against the truth."),
    "compare": (
        "truebox.cli.commands.compare",
        "compare_command",
        "Is B better than A, or can the data not tell?",
    ),
    "view": ("truebox.cli.commands.view", "view", "Look at predictions in the browser, every image."),
    "reconcile": (
        "truebox.cli.commands.reconcile",
        "reconcile_command",
        "Why is the number different in another tool?",
    ),
    "check": ("truebox.cli.commands.check", "check_command", "Say everything that is odd about files."),
    "explain": ("truebox.cli.commands.explain", "explain", "Say what a code means and what to do."),
    "convert": (
        "truebox.cli.commands.convert",
        "convert",
        "Write annotations or detections in another format.",
    ),
    "iou": ("truebox.cli.commands.iou", "iou", "Overlap of two boxes."),
    "draw": ("truebox.cli.commands.draw", "draw", "Draw truth and predictions on pictures."),
    "part": ("truebox.cli.commands.part", "part_command", "Evaluate a shard as far as it goes alone."),
    "merge": ("truebox.cli.commands.merge", "merge_command", "Put parts together: the bytes of one run."),
    "track": ("truebox.cli.commands.track", "track_command", "Make tracks of detections."),
    "history": (
        "truebox.cli.commands.history",
        "history",
        "The numbers of one model over epochs or nights.",
    ),
    "completion": (
        "truebox.cli.commands.completion",
        "completion",
        "Make bash, zsh or fish complete commands and options.",
    ),
    "demo": ("truebox.cli.commands.demo", "demo", "Make a small world, evaluate two detectors in it."),
}

_EPILOG = """
\b
Examples:
  truebox demo                               see it work, no data needed
  truebox eval truth.json predictions.json   the reference tool's numbers
  truebox compare truth.json a.json b.json   which is better, and how sure
  truebox check truth.json predictions.json  what is odd about the files
  truebox iou 39,63,203,112 54,66,198,114    one pair of boxes

\b
Exit codes:
  0 done · 1 gate failed · 2 wrong usage · 3 input refused
  4 internal error, or cannot write · 130 interrupted
"""


class _LazyGroup(HelpPage, click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, attribute, _ = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in _COMMANDS and not name.startswith("-"):
            ctx.fail(_unknown(name, args))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in _COMMANDS.items()])


def _unknown(name: str, args: list[str]) -> str:
    """Word an unknown command, with what was probably meant."""
    if len(args) > 1 and os.path.exists(name):
        return f"'{name}' is a file, not a command. To evaluate: truebox eval {' '.join(args)}"
    hint = did_you_mean(name, _COMMANDS) or f" Commands are: {', '.join(_COMMANDS)}."
    return f"There is no command '{name}'.{hint}"


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    write_stdout(version_line.version_line() + "\n")
    ctx.exit()


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Truebox measures predicted boxes against the truth: the exact published numbers, fast."""
    if ctx.invoked_subcommand is None:
        write_stdout(f"{ctx.get_help()}\n")

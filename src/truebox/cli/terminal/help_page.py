"""Help pages with options in titled sections, and examples at the end."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from itertools import groupby
from typing import Any, TypeVar

import click

from truebox.cli.terminal.standard_output import write_stdout

__all__ = ["HelpPage", "option"]

LAST = "Run"

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _SectionOption(click.Option):
    """An option that is listed under a title of its own."""

    def __init__(self, *args: Any, section: str = LAST, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section


def option(section: str, *names: str, **settings: Any) -> Callable[[_Function], _Function]:
    """Return `click.option` for an option that the help lists under the title `section`."""
    return click.option(*names, cls=_SectionOption, section=section, **settings)


class HelpPage(click.Command):
    """A command whose help lists options by section and keeps the epilog's layout."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's; an empty argument, such as of a variable that is not set, is no folder "here"."""
        self._refuse_repeated(ctx, list(args))
        left = super().parse_args(ctx, args)
        for param in self.params:
            held = ctx.params.get(param.name or "") if isinstance(param, click.Argument) else None
            if held == "" or (isinstance(held, tuple) and "" in held):
                raise click.UsageError(
                    f"{param.human_readable_name} is empty, as a variable that is not set is.", ctx
                )
        return left

    def _refuse_repeated(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse an option of one value that has two, of which click takes the last without a word."""
        if ctx.resilient_parsing:
            return
        order = self.make_parser(ctx).parse_args(args)[2]
        if self.get_help_option(ctx) in order:
            return
        for param in dict.fromkeys(order):
            if _takes_one(param) and order.count(param) > 1:
                flags = "/".join([*param.opts[-1:], *param.secondary_opts[-1:]])
                raise click.UsageError(
                    f"{flags} is given {order.count(param)} times, and only one would count. "
                    "Fix: give it once.",
                    ctx,
                )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """As click's; a stdout that takes nothing is said as everywhere."""
        made = super().get_help_option(ctx)
        if made is not None:
            made.callback = _print_help
        return made

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                text = record[1].split("  [")[0]  # the sentence names defaults and ranges
                sections.setdefault(getattr(param, "section", LAST), []).append((record[0], text))
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records, col_max=34)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            formatter.write("\n")
            lines = self.epilog.replace("\b\n", "").strip("\n").splitlines()
            for kind, group in groupby(lines, _kind):
                block = list(group)
                fits = kind == _EXAMPLE or max(map(len, block)) <= formatter.width
                for line in block if fits else [" ".join(block)]:
                    for fitted in _fitted(line, formatter.width):
                        formatter.write(f"{fitted}\n")


def _takes_one(param: click.Parameter) -> bool:
    """Whether a second mention says something else than the first: a value, or yes for no."""
    if not isinstance(param, click.Option) or param.multiple or param.count:
        return False
    return not param.is_flag or bool(param.secondary_opts)


def _print_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        write_stdout(f"{ctx.get_help()}\n")
        ctx.exit()


_EXAMPLE = "example"


def _kind(line: str) -> str:
    """What stands together, as one paragraph or as examples below each other; every other line by itself."""
    if not line or line.startswith("Exit codes"):
        return line
    return _EXAMPLE if line.startswith(_INDENT) else "sentence"


_INDENT, _DEEPER, _GAP = "  ", "      ", "   "


def _fitted(line: str, width: int) -> list[str]:
    """A line of the epilog at this width: a sentence is wrapped, an example stays one that can be copied."""
    if len(line) <= width:
        return [line]
    if not line.startswith(_INDENT):
        return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
    command, _, words = line.strip().partition(_INDENT)
    words = words.strip()
    room = width - len(words)
    if words and len(f"{_INDENT}{command}{_GAP}") <= room:
        return [f"{_INDENT}{command}".ljust(room) + words]
    first, *rest = command.split(" --")
    lines = [f"{_INDENT}{first}"]
    for flag in rest:
        longer = f"{lines[-1]} --{flag}"
        if len(longer) <= width - 2:  # where " \\" goes
            lines[-1] = longer
        else:
            lines[-1] += " \\"
            lines.append(f"{_DEEPER}--{flag}")
    return lines + ([_DEEPER + words] if words else [])

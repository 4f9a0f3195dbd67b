"""Help pages with options in titled sections, and examples at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

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
            for line in self.epilog.replace("\b\n", "").strip("\n").splitlines():
                formatter.write(f"{line}\n")

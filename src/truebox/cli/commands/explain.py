"""``truebox explain CODE``: what a code means and what to do about it."""

from __future__ import annotations

import click

from truebox.cli.terminal.help_page import HelpPage, option

__all__ = ["explain"]

_EPILOG = """
Examples:
  truebox explain E-120
  truebox explain w301                         as typed in a hurry
  truebox explain                              the list of all codes
"""


@click.command("explain", cls=HelpPage, epilog=_EPILOG)
@click.argument("code", required=False)
@option("Run", "--debug", is_flag=True, help="Show the traceback of an error.")
def explain(code: str | None, debug: bool) -> None:
    """Say what CODE means, show an example, and what to do about it."""
    from truebox.codes import CODES  # noqa: PLC0415  help needs none

    if code is None:
        click.echo("\n".join(f"{entry.code}  {entry.title}" for entry in CODES.values()))
        return
    entry = CODES.get(_written_out(code))
    if entry is None:
        from difflib import get_close_matches  # noqa: PLC0415  only a wrong name needs it

        close = get_close_matches(_written_out(code), CODES, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(close)}?" if close else "truebox explain lists them all."
        raise click.UsageError(f"There is no code '{code}'. {hint}")
    lines = [f"{entry.code}  {entry.title}", "", entry.meaning]
    if entry.example:
        lines += ["", "Example:", *(f"  {line}" for line in entry.example.splitlines())]
    lines += ["", f"What to do: {entry.fix}"]
    click.echo("\n".join(lines))


def _written_out(code: str) -> str:
    """``w301`` as ``W-301``."""
    letters = code.strip().upper().replace("-", "").replace("_", "")
    return f"{letters[:1]}-{letters[1:]}"

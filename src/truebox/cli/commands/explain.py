"""``truebox explain CODE``: what a code, a quirk or a metric means, and what to do about it."""

from __future__ import annotations

import textwrap
from difflib import get_close_matches

import click

from truebox.cli.terminal.help_page import HelpPage, option
from truebox.cli.terminal.screen import columns, stdout_on_screen
from truebox.cli.terminal.standard_output import write_stdout
from truebox.codes import CODES
from truebox.evaluation.metric_texts import metric_text
from truebox.evaluation.quirk_texts import QUIRK_TEXTS

__all__ = ["explain"]

_WIDEST = 100

# Metrics as other tools and papers call them, and those that are in small and large letters; by small ones.
_CALLED = {
    **dict.fromkeys(("map", "map50-95", "map@.5:.95", "map@0.5:0.95", "map@[.5:.95]"), "AP"),
    **dict.fromkeys(("map50", "map@50", "map@.5", "map@0.5"), "AP50"),
    **dict.fromkeys(("map75", "map@75", "map@.75", "map@0.75"), "AP75"),
    **{name.lower(): name for name in ("DetA", "AssA", "LocA", "Frag")},
}

_EPILOG = """
Examples:
  truebox explain E-120
  truebox explain w301                         as typed in a hurry
  truebox explain Q8                           a quirk of the reference
  truebox explain AP50                         a metric
  truebox explain                              the list of all codes
"""


@click.command("explain", cls=HelpPage, epilog=_EPILOG)
@click.argument("code", required=False)
@option("Run", "--debug", is_flag=True, help="Show the traceback of an error.")
def explain(code: str | None, debug: bool) -> None:
    """Say what CODE, a quirk or a metric means, with an example, and what to do about it."""
    if code is None:
        write_stdout("".join(f"{entry.code}  {entry.title}\n" for entry in CODES.values()))
        return
    text = _quirk(code) or _metric(code)
    if text is not None:
        write_stdout(_fitted(f"{text}\n"))
        return
    entry = CODES.get(_written_out(code))
    if entry is None:
        raise click.UsageError(f"There is no code '{code}'. {_hint(code)}")
    lines = [f"{entry.code}  {entry.title}", "", entry.meaning]
    if entry.example:
        lines += ["", "Example:", *(f"  {line}" for line in entry.example.splitlines())]
    lines += ["", f"What to do: {entry.fix}"]
    write_stdout(_fitted("\n".join(lines) + "\n"))


def _hint(code: str) -> str:
    """The codes that begin so, else those that are near, of quirks too."""
    given = _written_out(code)
    quirks = {f"{name[:1]}-{name[1:]}": name for name in QUIRK_TEXTS}
    begun = [each for each in (*CODES, *quirks) if len(given) > 2 and each.startswith(given)]
    close = begun[:3] or get_close_matches(given, [*CODES, *quirks], n=3, cutoff=0.5)
    shown = ", ".join(quirks.get(each, each) for each in close)
    return f"Did you mean {shown}?" if close else "truebox explain lists them all."


def _fitted(text: str) -> str:
    """Sentences broken at words on a terminal; what is set in, such as an example, stays as it is."""
    if not stdout_on_screen():
        return text
    width = min(columns(), _WIDEST)
    # Options and paths stay in one piece.
    wrapper = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    broken = (line if line.startswith(" ") else wrapper.fill(line) for line in text.split("\n"))
    return "\n".join(broken)


def _quirk(code: str) -> str | None:
    number = code.strip().upper()
    quirk = QUIRK_TEXTS.get(number)
    if quirk is None:
        return None
    modes = [("In strict mode", quirk.strict), ("In corrected mode", quirk.corrected)]
    if not quirk.corrected:
        modes = [("In both modes", quirk.strict)]
    lines = [f"{number}  {quirk.title}", "", f"Where: {quirk.where}"]
    return "\n".join([*lines, *(f"{mode}: {text}" for mode, text in modes)])


def _metric(name: str) -> str | None:
    given = name.strip()
    called = _CALLED.get(given.lower(), given)
    for spelled in (called, called[:2].upper() + called[2:], called.upper()):
        text = metric_text(spelled)
        if text is not None:
            return f"{spelled}  {text}"
    return None


def _written_out(code: str) -> str:
    """``w301`` as ``W-301``."""
    letters = code.strip().upper().replace("-", "").replace("_", "")
    return f"{letters[:1]}-{letters[1:]}"

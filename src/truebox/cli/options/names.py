"""``--names``: what predictions are called in every output."""

from __future__ import annotations

import click

from truebox.cli.terminal.help_page import option

__all__ = ["NAMES", "taken_names"]

_LONGEST = 40

NAMES = option(
    "Output",
    "--names",
    metavar="LIST",
    help="What the predictions are called in tables, JSON and the page, in their order, such as "
    "Baseline,Ours. Default: letters and file names.",
)


def taken_names(names: str | None, models: int) -> tuple[str, ...]:
    """One name for each predictions file, or none.

    Raises
    ------
    click.UsageError
        There are not as many as files, one is empty or longer than forty letters, or two are the same.

    Examples
    --------
    >>> taken_names("Baseline, Ours", 2), taken_names(None, 2)
    (('Baseline', 'Ours'), ())
    """
    if names is None:
        return ()
    called = tuple(name.strip() for name in names.split(","))
    if len(called) != models or not all(called):
        files = "file" if models == 1 else "files"
        raise click.UsageError(
            f"--names: got {len([each for each in called if each])} for {models} predictions {files}. "
            "Fix: pass one for each, with commas between."
        )
    for place, name in enumerate(called):
        if name in called[:place]:
            raise click.UsageError(f"--names: two are {name!r}. Fix: give each a name of its own.")
        if len(name) > _LONGEST:
            raise click.UsageError(
                f"--names: {name[:20]!r}... has {len(name)} letters, at most {_LONGEST} are taken. "
                "Fix: shorten it."
            )
    return called

"""``--names``: what predictions are called in every output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from truebox.cli.terminal.help_page import option

__all__ = ["NAMES", "taken_names", "with_names"]

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


def with_names(results: Sequence[Any], names: Sequence[str]) -> list[Any]:
    """The results, each with the name of its predictions file; as they are where there are no names.

    Of several geometries each file has several results, which follow each other.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> [named] = with_names([result], ["Ours"])
    >>> named.predictions.source.shown, result.predictions.source.shown
    ('Ours', '<predictions>')
    """
    if not names:
        return list(results)
    share = len(results) // len(names)
    return [_called(result, names[place // share]) for place, result in enumerate(results)]


def _called(result: Any, name: str) -> Any:
    found = result.predictions
    return replace(result, predictions=replace(found, source=replace(found.source, called=name)))

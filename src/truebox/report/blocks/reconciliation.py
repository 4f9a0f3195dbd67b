"""Why two tools give two numbers, as blocks: every tool, what explains a number, and the steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from truebox.report.blocks.block import Block, Grid, Heading, Notes, Sentences

if TYPE_CHECKING:
    from truebox.diagnosis import Reconciliation

__all__ = ["reconciliation_blocks"]

_DIGITS = 4


def reconciliation_blocks(found: Reconciliation) -> list[Block]:
    """The blocks of a reconciliation.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.generation import make_dataset
    >>> blocks = reconciliation_blocks(tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1)))
    >>> blocks[0].text
    'This file under every tool'
    """
    metrics = tuple(found.first)
    tools = [(each.name, *map(_number, each.metrics.values()), each.reference) for each in found.tools]
    blocks: list[Block] = [
        Heading("This file under every tool"),
        Grid(("Tool", *metrics, "Reference"), tuple(tools)),
        Notes(("all at IoU 0.5 to 0.95, also where a tool prints AP50 alone",)),
    ]
    if found.sentences:
        blocks.append(Sentences(found.sentences))
    if not found.steps:
        return blocks
    header = (
        "Rule",
        "from",
        "to",
        *(f"{key} alone" for key in metrics),
        *(f"{key} in order" for key in metrics),
    )
    steps = [
        (each.rule, each.before, each.after, *_changes(each.alone), *_changes(each.cumulative))
        for each in found.steps
    ]
    first, last = found.first, found.steps[-1].metrics
    return [
        *blocks,
        Heading(f"From {found.start} to {found.end}, one rule at a time"),
        Grid(header, tuple(steps)),
        Notes((" · ".join(f"{key} {_number(first[key])} to {_number(last[key])}" for key in metrics),)),
    ]


def _changes(values: Mapping[str, float | None]) -> list[str]:
    return ["n/a" if value is None else f"{value + 0.0:+.{_DIGITS}f}" for value in values.values()]


def _number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.{_DIGITS}f}"

"""Why two tools give two numbers, as blocks: every tool, what explains a number, and the steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from truebox.report.blocks.block import Block, Grid, Heading, Notes, Sentences

if TYPE_CHECKING:
    from truebox.diagnosis import Reconciliation

__all__ = ["reconciliation_blocks"]

_DIGITS = 4


def reconciliation_blocks(found: Reconciliation, *, wide: bool = False) -> list[Block]:
    """The blocks of a reconciliation; not `wide`, tables fit a terminal of 80 columns.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.generation import make_dataset
    >>> blocks = reconciliation_blocks(tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1)))
    >>> blocks[0].text
    'This file under every tool'
    """
    metrics = tuple(found.first)
    references = [each.reference if wide else _short(each.reference) for each in found.tools]
    tools = [
        (each.name, *map(_number, each.metrics.values()), reference)
        for each, reference in zip(found.tools, references, strict=True)
    ]
    also = [
        f"{each.name}: also {rest}" for each in found.tools if (rest := each.reference.partition("), ")[2])
    ]
    all_at = "all at IoU 0.5 to 0.95, also where a tool prints AP50 alone"
    blocks: list[Block] = [
        Heading("This file under every tool"),
        Grid(("Tool", *metrics, "Reference"), tuple(tools)),
        Notes((all_at, *([] if wide else also))),
    ]
    if found.sentences:
        blocks.append(Sentences(found.sentences))
    if not found.steps:
        return blocks
    first, last = found.first, found.steps[-1].metrics
    return [
        *blocks,
        Heading(f"From {found.start} to {found.end}, one rule at a time"),
        *(_wide_steps(found, metrics) if wide else _narrow_steps(found, metrics)),
        Notes((" · ".join(f"{key} {_number(first[key])} to {_number(last[key])}" for key in metrics),)),
    ]


def _wide_steps(found: Reconciliation, metrics: tuple[str, ...]) -> list[Block]:
    header = "Rule", "from", "to", *(f"{key} {how}" for how in ("alone", "in order") for key in metrics)
    steps = [
        (each.rule, each.before, each.after, *_changes(each.alone), *_changes(each.cumulative))
        for each in found.steps
    ]
    return [Grid(header, tuple(steps))]


def _narrow_steps(found: Reconciliation, metrics: tuple[str, ...]) -> list[Block]:
    header = "Rule", *metrics
    return [
        Grid(("Rule", "from", "to"), tuple((each.rule, each.before, each.after) for each in found.steps)),
        Heading(f"What each moves alone, changed in {found.start}"),
        Grid(header, tuple((each.rule, *_changes(each.alone)) for each in found.steps)),
        Heading("What each moves in this order, after all rules above it"),
        Grid(header, tuple((each.rule, *_changes(each.cumulative)) for each in found.steps)),
    ]


def _short(reference: str) -> str:
    """The tool and its version, without what of it."""
    return reference.partition(" (")[0]


def _changes(values: Mapping[str, float | None]) -> list[str]:
    return ["n/a" if value is None else _signed(value) for value in values.values()]


def _signed(value: float) -> str:
    """Without the sign of what is rounded to nothing."""
    return f"{round(value, _DIGITS) + 0.0:+.{_DIGITS}f}"


def _number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.{_DIGITS}f}"

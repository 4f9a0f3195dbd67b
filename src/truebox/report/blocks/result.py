"""One result, whatever its protocol: totals, then the classes, best first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from truebox.report.blocks.block import Grid
from truebox.report.blocks.cells import count_text, metric_text
from truebox.report.blocks.shown_classes import left_out, shown_classes

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["class_grid"]


def class_grid(result: AnyResult, *, all_classes: bool = False) -> Grid:
    """Return the table of one result by class.

    Parameters
    ----------
    result : AnyResult
        With or without classes.
    all_classes : bool
        Show every class; otherwise the twenty best and the ten weakest of more than thirty.

    Returns
    -------
    Grid
    """
    layout = result.layout
    columns = [column for column in layout.columns if column.title]

    def cells(name: str, counts: list[object], metrics: Mapping[str, float | None]) -> tuple[str, ...]:
        return (name, *map(count_text, counts), *(metric_text(metrics.get(key)) for key in layout.metrics))

    rows: list[tuple[str, ...] | None] = [
        cells(total.name, [total.counts.get(column.key, "") for column in columns], total.metrics)
        for total in layout.totals
    ]
    shown = shown_classes(result, all_classes=all_classes)
    rows += [
        None
        if entry is None
        else cells(entry.name, [getattr(entry, column.key) for column in columns], entry.metrics)
        for entry in shown
    ]
    header = ("Class", *(column.title for column in columns), *layout.metrics)
    return Grid(header, tuple(rows), left_out(result.per_class, shown), len(layout.totals))

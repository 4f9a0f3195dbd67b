"""One result, whatever its protocol: totals, then the classes, best first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truebox.report.blocks.block import Grid
from truebox.report.blocks.cells import count_text, metric_text
from truebox.report.blocks.shown_classes import left_out, rows_of, shown_classes

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["class_grid"]


def class_grid(result: AnyResult, *, all_classes: bool = False, part: Any = None) -> Grid:
    """Return the table of one result by class.

    Parameters
    ----------
    result : AnyResult
        With or without classes.
    all_classes : bool
        Show every class; otherwise the twenty best and the ten weakest of more than thirty.
    part : Part or None
        Rows in place of the classes, without the totals.

    Returns
    -------
    Grid
    """
    layout = result.layout
    columns = [column for column in layout.columns if column.title]
    totals = layout.totals if part is None else ()
    by = part or layout.by

    def cells(name: str, counts: list[object], metrics: Mapping[str, float | None]) -> tuple[str, ...]:
        return (name, *map(count_text, counts), *(metric_text(metrics.get(key)) for key in layout.metrics))

    rows: list[tuple[str, ...] | None] = [
        cells(total.name, [total.counts.get(column.key, "") for column in columns], total.metrics)
        for total in totals
    ]
    shown = shown_classes(result, all_classes=all_classes, part=part)
    rows += [
        None
        if entry is None
        else cells(entry.name, [getattr(entry, column.key) for column in columns], entry.metrics)
        for entry in shown
    ]
    header = ("Class" if by is None else by.title, *(column.title for column in columns), *layout.metrics)
    spare = layout.spare or tuple(column.title for column in reversed(columns))
    return Grid(header, tuple(rows), left_out(rows_of(result, part), shown), len(totals), spare)

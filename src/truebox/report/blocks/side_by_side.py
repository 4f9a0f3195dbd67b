"""Several results of one truth: one row per result, then every class with the number of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from truebox.report.blocks.block import Grid
from truebox.report.blocks.cells import change_text, count_text, metric_text
from truebox.report.blocks.letters import letter, lettered_names, short_names
from truebox.report.blocks.shown_classes import left_out, rows_of, shown_classes

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["class_comparison", "file_comparison", "letter"]


def file_comparison(results: Sequence[AnyResult]) -> Grid:
    """Return one row per prediction file with its headline metrics."""
    layout = results[0].layout
    rows = [
        (
            name,
            *(count_text(getattr(result, column.key)) for column in layout.file_columns),
            *(metric_text(result.metrics.get(key)) for key in layout.file_metrics),
        )
        for name, result in zip(lettered_names(results), results, strict=True)
    ]
    titles = (column.title for column in layout.file_columns)
    return Grid(("Predictions", *titles, *layout.file_metrics), tuple(rows))


def class_comparison(results: Sequence[AnyResult], *, all_classes: bool = False) -> Grid:
    """Return one row per class with the main metric of every file, and of two files the difference.

    Classes are sorted by that of the first file, best first.
    """
    layouts = [result.layout for result in results]
    layout, main = layouts[0], layouts[0].main
    columns = layout.compared or ()
    with_change = layout.compared is not None and len(results) == 2

    def cells(
        name: str, counts: list[object], metrics: Sequence[Mapping[str, float | None]]
    ) -> tuple[str, ...]:
        values = [each.get(main) for each in metrics]
        change = [change_text(_difference(*values))] if with_change else []
        return (name, *map(count_text, counts), *map(metric_text, values), *change)

    rows: list[tuple[str, ...] | None] = [
        cells(
            total.name,
            [total.counts.get(column.key, "") for column in columns],
            [each.totals[place].metrics for each in layouts],
        )
        for place, total in enumerate(layout.totals if layout.compared is not None else ())
    ]
    totals = len(rows)
    by_id = [{entry.id: entry.metrics for entry in rows_of(result)} for result in results]
    shown = shown_classes(results[0], all_classes=all_classes)
    rows += [
        None
        if entry is None
        else cells(
            entry.name,
            [getattr(entry, column.key) for column in columns],
            [metrics[entry.id] for metrics in by_id],
        )
        for entry in shown
    ]
    short = short_names(results)
    header = (
        "Class" if layout.by is None else layout.by.title,
        *(column.title for column in columns),
        *(f"{main} {name}" for name in short),
        *([f"{short[1]} - {short[0]}"] if with_change else []),
    )
    return Grid(header, tuple(rows), left_out(rows_of(results[0]), shown), totals)


def _difference(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else b - a

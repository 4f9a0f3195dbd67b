"""The rows people read when several prediction files were evaluated against one truth."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from truebox.report.blocks.result import (
    ClassRows,
    metric_text,
    shortened,
    sorted_classes,
    table_metrics,
)

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["class_comparison", "file_comparison", "letter"]


def letter(index: int) -> str:
    """Return the short name of the prediction file at `index`: A to Z, then A2 to Z2, and so on."""
    turn, place = divmod(index, len(ascii_uppercase))
    return ascii_uppercase[place] + (str(turn + 1) if turn else "")


def file_comparison(results: Sequence[Result]) -> ClassRows:
    """Return one row per prediction file with its headline metrics."""
    sizes = [name for name in ("APs", "APm", "APl") if name in results[0].metrics]
    metrics = [*table_metrics(results[0]), *sizes]
    rows = []
    for index, result in enumerate(results):
        name = f"{letter(index)} {result.predictions.source.name}"
        values = (metric_text(result.metrics.get(metric)) for metric in metrics)
        rows.append((name, f"{result.detections:,}", *values))
    return ClassRows(("Predictions", "Detections", *metrics), tuple(rows))


def class_comparison(results: Sequence[Result], *, all_classes: bool = False) -> ClassRows:
    """Return one row per class with the AP of every file, and of two files the difference.

    Classes are sorted by the AP of the first file, best first.
    """
    by_id = [{entry.id: entry for entry in result.per_class} for result in results]
    first = results[0]

    def cells(name: str, images: int, truths: int, values: list[float | None]) -> tuple[str, ...]:
        change = [_difference(*values)] if len(values) == 2 else []
        return (name, f"{images:,}", f"{truths:,}", *map(metric_text, values), *change)

    rows: list[tuple[str, ...] | None]
    rows = [cells("all", first.images, first.truths, [result.metrics.get("AP") for result in results])]
    shown = shortened(sorted_classes(first), all_classes=all_classes)
    for entry in shown:
        if entry is None:
            rows.append(None)
            continue
        values = [classes[entry.id].metrics.get("AP") for classes in by_id]
        rows.append(cells(entry.name, entry.images, entry.truths, values))
    columns = [f"AP {letter(index)}" for index in range(len(results))]
    change_title = ["B - A"] if len(results) == 2 else []
    hidden = len(first.per_class) - (len(shown) - shown.count(None))
    return ClassRows(("Class", "Images", "Truth", *columns, *change_title), tuple(rows), hidden)


def _difference(a: float | None, b: float | None) -> str:
    return "n/a" if a is None or b is None else f"{b - a:+.3f}"

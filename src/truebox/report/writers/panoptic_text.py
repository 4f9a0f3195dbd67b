"""Panoptic results as a table, Markdown or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_csv, escape_markdown, escape_terminal
from truebox.report.blocks.panoptic import (
    MEASURES,
    panoptic_class_rows,
    panoptic_comparison,
    panoptic_file_rows,
    panoptic_groups,
)
from truebox.report.writers.markdown import markdown_grid
from truebox.report.writers.plain import plain_grid

if TYPE_CHECKING:
    from truebox.evaluation import PanopticResult
    from truebox.report.blocks.result import ClassRows

__all__ = ["panoptic_csv", "panoptic_markdown", "panoptic_table"]


def panoptic_table(
    results: Sequence[PanopticResult], *, all_classes: bool = False, styled: bool = False, width: int = 100
) -> str:
    """Return one result per class, or several side by side, as `to_table` does for boxes."""

    def grid(table: ClassRows, bold_rows: int) -> list[str]:
        if not styled:
            return plain_grid(table)
        from truebox.report.writers.styled import styled_grid  # noqa: PLC0415  Rich costs 25 ms

        return styled_grid(table, width=width, bold_rows=bold_rows)

    blocks = [grid(table, bold) for table, bold in _tables(results, all_classes=all_classes)]
    lines = [line for block in blocks for line in (*block, "")][:-1]
    notes = _notes(results)
    return "\n".join([*lines, *([""] if notes else []), *map(escape_terminal, notes)]) + "\n"


def panoptic_markdown(results: Sequence[PanopticResult], *, all_classes: bool = False) -> str:
    """Return what `panoptic_table` shows as GitHub-flavoured Markdown."""
    blocks = [
        markdown_grid(table, bold_rows=bold) for table, bold in _tables(results, all_classes=all_classes)
    ]
    notes = [*_notes(results), f"Protocol panoptic, mode {results[0].mode}."]
    return "\n\n".join([*blocks, "\n".join(f"- {escape_markdown(note)}" for note in notes)]) + "\n"


def panoptic_csv(results: Sequence[PanopticResult]) -> str:
    """Return one row per file and class, after rows for all, things and stuff, at full precision."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    counts = ("truths", "detections", "true_positives", "false_positives", "false_negatives")
    writer.writerow(["predictions", "id", "class", "kind", *counts, "iou_sum", *MEASURES])
    for result in results:
        source = escape_csv(result.predictions.source.name)
        for name, ending, members in panoptic_groups(result):
            sums = [sum(getattr(entry, count) for entry in members) for count in counts]
            values = [_number(result.metrics[measure + ending]) for measure in MEASURES]
            writer.writerow([source, "", name, "", *sums, "", *values])
        for entry in result.per_class:
            number = entry.id if isinstance(entry.id, int) else escape_csv(entry.id)
            kind = "thing" if entry.thing else "stuff"
            values = [repr(entry.iou_sum), *(_number(entry.metrics[measure]) for measure in MEASURES)]
            own = [getattr(entry, count) for count in counts]
            writer.writerow([source, number, escape_csv(entry.name), kind, *own, *values])
    return out.getvalue()


def _tables(results: Sequence[PanopticResult], *, all_classes: bool) -> list[tuple[ClassRows, int]]:
    """The tables to show, each with the number of rows above the classes."""
    if len(results) == 1:
        return [(panoptic_class_rows(results[0], all_classes=all_classes), 3)]
    return [(panoptic_file_rows(results), 0), (panoptic_comparison(results, all_classes=all_classes), 0)]


def _notes(results: Sequence[PanopticResult]) -> list[str]:
    """One line per reason why metrics are undefined."""
    reasons: dict[str, list[str]] = {}
    for result in results:
        for name, reason in result.undefined.items():
            if name not in reasons.setdefault(reason, []):
                reasons[reason].append(name)
    return [f"n/a {', '.join(names)}: {reason}" for reason, names in reasons.items()]


def _number(value: float | None) -> str:
    return "" if value is None else repr(value)

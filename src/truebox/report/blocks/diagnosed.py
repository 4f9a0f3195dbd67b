"""The per-class table of a diagnosed result: with the interval of AP and what the best threshold gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from truebox._writing.display_width import display_width
from truebox.evaluation.registry import protocol_of
from truebox.report.blocks.block import Grid
from truebox.report.blocks.cells import metric_text, shown_name
from truebox.report.blocks.shown_classes import left_out, shown_classes

if TYPE_CHECKING:
    from truebox.diagnosis import ClassIntervals, Diagnosis, Intervals, OperatingPoint
    from truebox.evaluation import ClassResult

__all__ = ["diagnosed_grid", "diagnosed_note"]


@dataclass(frozen=True, slots=True)
class _Row:
    """What the cells of one row are made from."""

    name: str
    counts: Sequence[int]
    metrics: Mapping[str, float | None]
    interval: Intervals | ClassIntervals | None
    point: OperatingPoint | None


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    cell: Callable[[_Row], str]
    leaves: int
    """Which leave first where the width is short; 0 never does."""


def diagnosed_grid(
    found: Diagnosis, *, all_classes: bool = False, width: int | None = 100, gap: int = 3, after: bool = False
) -> Grid:
    """Return the rows of `class_grid` with as many columns of the diagnosis as `width` holds.

    Precision, recall and F1 are those of the score with the best F1 of each row. Where the width is short,
    columns leave in this order: recall, detections, images, the score, precision and recall, the interval.

    Parameters
    ----------
    found : Diagnosis
        Of the result to show.
    all_classes : bool
        As in `class_grid`.
    width : int or None
        Columns of the terminal or of the text; None has room for all.
    gap : int
        What stands between two columns.
    after : bool
        The table of the result stands above already: of its columns only AP is said again.

    Returns
    -------
    Grid
    """
    shown = shown_classes(found.result, all_classes=all_classes)
    rows = [
        _total(found),
        *(None if entry is None else _of_class(found, cast("ClassResult", entry)) for entry in shown),
    ]
    filled = [row for row in rows if row is not None]
    columns = [each for each in _columns(found) if not after or each.title not in _of_result(found)]
    name = max(display_width(shown_name(row.name)) for row in filled)
    widths = {
        column.title: max(len(column.title), *(len(column.cell(row)) for row in filled)) for column in columns
    }
    while width is not None and name + sum(widths[column.title] + gap for column in columns) > width:
        first = min((column.leaves for column in columns if column.leaves), default=0)
        if not first:
            break
        columns = [column for column in columns if column.leaves != first]
    cells = [None if row is None else (row.name, *(column.cell(row) for column in columns)) for row in rows]
    header = ("Class", *(column.title for column in columns))
    return Grid(header, tuple(cells), left_out(found.result.per_class, shown), totals=1)


def diagnosed_note(found: Diagnosis, table: Grid) -> list[str]:
    """Return what the columns of the diagnosis mean, in one line."""
    parts = []
    if "F1" in table.header:
        parameters = found.result.parameters
        at = protocol_of(parameters).overlap_text(parameters.geometry, found.points.iou)
        parts.append(f"P, R, F1: cut at the score of the best F1 of the row, {at}")
    if found.intervals is not None and _interval_title(found.intervals) in table.header:
        parts.append(f"interval: {found.intervals.replicates:,} draws, seed {found.intervals.seed}")
    return [" · ".join(parts)] if parts else []


def _columns(found: Diagnosis) -> list[_Column]:
    def metric(name: str) -> _Column:
        leaves = 1 if name.startswith("AR") else 0
        return _Column(name, lambda row: metric_text(row.metrics.get(name)), leaves)

    columns = [
        _Column("Images", lambda row: f"{row.counts[0]:,}", 3),
        _Column("Truth", lambda row: f"{row.counts[1]:,}", 0),
        _Column("Detections", lambda row: f"{row.counts[2]:,}", 2),
    ]
    for name in found.result.layout.metrics:
        columns.append(metric(name))
        if name == "AP" and found.intervals is not None:
            columns.append(_Column(_interval_title(found.intervals), _interval, 6))
    return [
        *columns,
        _Column("P", lambda row: _of_point(row, "precision"), 5),
        _Column("R", lambda row: _of_point(row, "recall"), 5),
        _Column("F1", lambda row: _of_point(row, "f1"), 0),
        _Column("score", lambda row: _of_point(row, "score"), 4),
    ]


def _of_result(found: Diagnosis) -> set[str]:
    """Titles of the columns that the table of the result has too, but AP."""
    return {"Images", "Truth", "Detections", *found.result.layout.metrics} - {"AP"}


def _interval_title(intervals: Intervals) -> str:
    return f"{100 * intervals.level:g} % interval"


def _interval(row: _Row) -> str:
    entry = None if row.interval is None else row.interval.metrics.get("AP")
    return "n/a" if entry is None or entry.low is None else f"{entry.low:.3f} to {entry.high:.3f}"


def _of_point(row: _Row, name: str) -> str:
    return "n/a" if row.point is None else metric_text(getattr(row.point, name))


def _total(found: Diagnosis) -> _Row:
    result = found.result
    counts = (result.images, result.truths, result.detections)
    return _Row("all", counts, result.metrics, found.intervals, found.points.overall)


def _of_class(found: Diagnosis, entry: ClassResult) -> _Row:
    place = found.result.per_class.index(entry)
    interval = None if found.intervals is None else found.intervals.per_class[place]
    counts = (entry.images, entry.truths, entry.detections)
    return _Row(entry.name, counts, entry.metrics, interval, found.points.per_class[place])

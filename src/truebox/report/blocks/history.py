"""A history as blocks: a row for each run with its change, and which run is highest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.report.blocks.block import Block, Grid, Notes
from truebox.report.blocks.cells import change_text, metric_text

if TYPE_CHECKING:
    from truebox.diagnosis import History

__all__ = ["history_blocks", "history_rules"]

_MOST_METRICS = 6


def history_blocks(history: History) -> list[Block]:
    """Return the table of the runs, in their order, and what is to be said of it."""
    others = [key for key in history.runs[0].metrics if key != history.main][: _MOST_METRICS - 1]
    sure = any(run.interval for run in history.runs)
    rows = []
    for run, change in zip(history.runs, history.changes(), strict=True):
        ends = "n/a" if run.interval is None else f"{run.interval[0]:.3f} to {run.interval[1]:.3f}"
        rows.append(
            (
                run.name,
                metric_text(run.metrics.get(history.main)),
                change_text(change) if run is not history.runs[0] else "",
                *([ends] if sure else []),
                *(metric_text(run.metrics.get(key)) for key in others),
            )
        )
    header = ("Run", history.main, "change", *(["interval"] if sure else []), *others)
    ordered = "In the order given." if history.order == "as given" else f"Ordered by {history.order}."
    lines = [_highest(history), ordered]
    return [Grid(header, tuple(rows)), Notes(tuple(line for line in lines if line))]


def history_rules(history: History) -> str:
    """Return by whose rules the numbers are, and of which truth."""
    names = history.protocol
    parts = [f"protocol {names.get('name')}", names.get("geometry"), f"mode {names.get('mode')}"]
    return f"{', '.join(str(part) for part in parts if part)}; truth {history.truth.get('path')}"


def _highest(history: History) -> str:
    values = [(run.metrics.get(history.main), run.name) for run in history.runs]
    defined = [(value, name) for value, name in values if value is not None]
    if not defined:
        return ""
    value, name = max(defined, key=lambda pair: pair[0])
    return f"Highest {history.main}: {value:.3f} in {name}, of {len(values)} runs."

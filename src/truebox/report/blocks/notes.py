"""The lines beneath a table: the metrics without a column, and why a number is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.report.blocks.result import metric_text, table_metrics

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["other_metrics", "undefined_notes"]

_COCO_SIZES = {"small": (0.0, 1024.0), "medium": (1024.0, 9216.0), "large": (9216.0, 1e10)}


def _size_legend(result: Result) -> str:
    ranges = result.parameters.area_ranges
    shown = {label: ranges[label] for label in _COCO_SIZES if label in ranges}
    if shown == _COCO_SIZES:
        return "   by truth area: s ≤ 32² ≤ m ≤ 96² ≤ l"
    return ""


def other_metrics(result: Result) -> list[str]:
    """Return the metrics that have no column of their own: by size, then recall by count.

    Returns
    -------
    list of str
        Lines such as ``"AR1 0.387 · AR10 0.594 · AR100 0.595   best 1, 10, 100 per image and class"``.
    """
    counts = [f"AR{limit}" for limit in result.parameters.max_detections]
    by_count = [name for name in counts if name in result.metrics]
    columns = ("AP", "AP50", "AP75", *table_metrics(result), *counts)
    others = [name for name in result.metrics if name not in columns]
    by_size = [[name for name in others if name.startswith(kind)] for kind in ("AP", "AR")]
    lines = [_line(result, names) for names in by_size if names]
    if lines:
        lines[0] += _size_legend(result)
    if len(by_count) > 1:
        limits = ", ".join(name[2:] for name in by_count)
        lines.append(f"{_line(result, by_count)}   best {limits} per image and class")
    return lines


def _line(result: Result, names: list[str]) -> str:
    return " · ".join(f"{name} {metric_text(result.metrics[name])}" for name in names)


def undefined_notes(result: Result) -> list[str]:
    """Return one line per reason why metrics are undefined, naming the metrics it concerns."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in result.undefined.items():
        by_reason.setdefault(reason, []).append(name)
    lines = [f"n/a {', '.join(names)}: {reason}" for reason, names in by_reason.items()]
    # A metric that is undefined as a whole has its reason above.
    metrics = [name for name in table_metrics(result) if result.metrics[name] is not None]
    without = sum(1 for entry in result.per_class if any(entry.metrics.get(name) is None for name in metrics))
    if without:
        classes = "1 class" if without == 1 else f"{without:,} classes"
        lines.append(f"n/a in the rows of {classes}: no truth to find, so no part in the means")
    return lines

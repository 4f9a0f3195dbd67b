"""The lines beneath a table: the metrics without a column, and why a number is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.report.class_rows import metric_text, table_metrics

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["other_metrics", "undefined_notes"]

_COCO_SIZES = {"small": (0.0, 1024.0), "medium": (1024.0, 9216.0), "large": (9216.0, 1e10)}


def _size_legend(result: Result) -> str:
    ranges = result.parameters.area_ranges
    shown = {label: ranges[label] for label in _COCO_SIZES if label in ranges}
    if shown == _COCO_SIZES:
        return "  (s, m, l: truth area up to 32², up to 96², above)"
    return ""


def other_metrics(result: Result) -> list[str]:
    """Return the metrics that have no column of their own, recall by count first, then by size.

    Returns
    -------
    list of str
        At most two lines, such as ``"AR1 0.387 · AR10 0.594 · AR100 0.595"``.
    """
    counts = [f"AR{limit}" for limit in result.parameters.max_detections]
    by_count = [name for name in counts if name in result.metrics]
    by_size = [name for name in result.metrics if name not in table_metrics(result) and name not in counts]
    lines = []
    if by_size:
        text = " · ".join(f"{name} {metric_text(result.metrics[name])}" for name in by_size)
        lines.append(text + _size_legend(result))
    if len(by_count) > 1:
        text = " · ".join(f"{name} {metric_text(result.metrics[name])}" for name in by_count)
        limits = ", ".join(name[2:] for name in by_count)
        lines.append(f"{text}  (recall with at most {limits} detections per image and class)")
    return lines


def undefined_notes(result: Result) -> list[str]:
    """Return one line per reason why metrics are undefined, naming the metrics it concerns."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in result.undefined.items():
        by_reason.setdefault(reason, []).append(name)
    lines = [f"n/a {', '.join(names)}: {reason}" for reason, names in by_reason.items()]
    metrics = table_metrics(result)
    without = sum(1 for entry in result.per_class if any(entry.metrics.get(name) is None for name in metrics))
    if without:
        classes = f"{without:,} {'class has' if without == 1 else 'classes have'}"
        lines.append(f"n/a in a class row: {classes} no truth to find, and no part in the means")
    return lines

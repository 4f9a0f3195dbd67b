"""The lines beneath a table: metrics without a column, why a number is missing, by whose rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.counted import grouped
from truebox.report.blocks.cells import metric_text
from truebox.report.blocks.letters import short_names
from truebox.report.blocks.shown_classes import rows_of

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["other_metrics", "rules_sentence", "rules_text", "shared_notes", "undefined_notes"]


def rules_text(*results: AnyResult) -> str:
    """Return by whose rules the numbers are, such as ``"protocol coco, boxes, mode strict"``."""
    first = results[0]
    several = " and ".join(dict.fromkeys(result.geometry for result in results))
    geometry = [] if first.geometry == first.protocol else [several]
    return ", ".join([f"protocol {first.protocol}", *geometry, f"mode {first.mode}"])


def rules_sentence(*results: AnyResult) -> str:
    """Return the same as a sentence."""
    text = rules_text(*results)
    return f"{text[0].upper()}{text[1:]}."


def other_metrics(result: AnyResult) -> list[str]:
    """Return the metrics that have no column of their own, in the lines that the result wants.

    Returns
    -------
    list of str
        Lines such as ``"AR1 0.387 · AR10 0.594 · AR100 0.595   best 1, 10, 100 per image and class"``.
    """
    return [
        " · ".join(f"{name} {metric_text(result.metrics[name])}" for name in names)
        + (f"   {remark}" if remark else "")
        for names, remark in result.layout.beneath
    ]


def undefined_notes(result: AnyResult) -> list[str]:
    """Return one line per reason why metrics are undefined, naming the metrics it concerns."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in result.undefined.items():
        by_reason.setdefault(reason, []).append(name)
    lines = [f"n/a {', '.join(names)}: {reason}" for reason, names in by_reason.items()]
    layout = result.layout
    # A metric that is undefined as a whole has its reason above.
    metrics = [name for name in layout.metrics if result.metrics[name] is not None]
    lacking = [sum(entry.metrics.get(name) is None for name in metrics) for entry in rows_of(result)]
    without = sum(1 for count in lacking if count == len(metrics)) if metrics else 0
    if without and layout.no_number:
        lines.append(f"n/a in the rows of {grouped(without, 'class', 'classes')}: {layout.no_number}")
    in_part = sum(1 for count in lacking if 0 < count < len(metrics))
    if in_part and layout.no_number:
        lines.append(f"n/a in single columns of {grouped(in_part, 'class', 'classes')}: not defined there")
    return lines


def shared_notes(results: Sequence[AnyResult]) -> list[str]:
    """Return why numbers are missing in several results; a note that every one shares is said once."""
    notes = [undefined_notes(result) for result in results]
    shared = [note for note in notes[0] if all(note in other for other in notes)]
    own = [
        f"{short}: {note}"
        for short, lines in zip(short_names(results), notes, strict=True)
        for note in lines
        if note not in shared
    ]
    return shared + own

"""The rows people read of panoptic results: all, things, stuff, then the classes, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox.report.blocks.result import ClassRows, metric_text
from truebox.report.blocks.side_by_side import letter

if TYPE_CHECKING:
    from truebox.evaluation import PanopticClass, PanopticResult

__all__ = ["panoptic_class_rows", "panoptic_comparison", "panoptic_file_rows", "panoptic_groups"]

MEASURES = ("PQ", "SQ", "RQ")
_MOST_SHOWN = 30
_BEST = 20
_GROUPS = (("all", ""), ("things", "th"), ("stuff", "st"))


def panoptic_groups(result: PanopticResult) -> list[tuple[str, str, tuple[PanopticClass, ...]]]:
    """Name, ending of the metrics, and classes of each row above the classes."""
    members = {
        "": result.per_class,
        "th": tuple(entry for entry in result.per_class if entry.thing),
        "st": tuple(entry for entry in result.per_class if not entry.thing),
    }
    return [(name, ending, members[ending]) for name, ending in _GROUPS]


def panoptic_class_rows(result: PanopticResult, *, all_classes: bool = False) -> ClassRows:
    """Return counts and qualities of one result; of more than thirty classes the best and the weakest."""
    rows: list[tuple[str, ...] | None] = [
        (name, "", *_counts(members), *(metric_text(result.metrics[m + ending]) for m in MEASURES))
        for name, ending, members in panoptic_groups(result)
    ]
    classes = _sorted(result)
    shown = [*classes]
    if not all_classes and len(classes) > _MOST_SHOWN:
        shown = classes[:_BEST] + _weakest(classes[_BEST:])
    for index, entry in enumerate(shown):
        if len(shown) < len(classes) and index == _BEST:
            rows.append(None)
        cells = map(metric_text, (entry.metrics[m] for m in MEASURES))
        rows.append((entry.name, "thing" if entry.thing else "stuff", *_counts([entry]), *cells))
    header = ("Class", "Kind", "Truth", "Segments", "TP", "FP", "FN", *MEASURES)
    return ClassRows(header, tuple(rows), len(classes) - len(shown))


def panoptic_file_rows(results: Sequence[PanopticResult]) -> ClassRows:
    """Return one row per predictions file with the headline numbers."""
    names = tuple(results[0].metrics)
    rows = tuple(
        (
            f"{letter(index)} {result.predictions.source.name}",
            *(metric_text(result.metrics[name]) for name in names),
        )
        for index, result in enumerate(results)
    )
    return ClassRows(("Predictions", *names), rows)


def panoptic_comparison(results: Sequence[PanopticResult], *, all_classes: bool = False) -> ClassRows:
    """Return the PQ of every class in each file, in the order of the first file's."""
    found = [{entry.id: entry.metrics["PQ"] for entry in result.per_class} for result in results]
    classes = _sorted(results[0])
    shown = classes if all_classes or len(classes) <= _MOST_SHOWN else classes[:_MOST_SHOWN]
    rows: list[tuple[str, ...] | None] = [
        (entry.name, *(metric_text(values[entry.id]) for values in found)) for entry in shown
    ]
    hidden = len(classes) - len(shown)
    return ClassRows(
        ("Class", *(f"PQ {letter(index)}" for index in range(len(results)))),
        (*rows, *([None] if hidden else [])),
        hidden,
    )


def _sorted(result: PanopticResult) -> list[PanopticClass]:
    """Classes by PQ, best first; undefined ones last, equal ones in the order of the truth."""

    def key(entry: PanopticClass) -> tuple[bool, float]:
        quality = entry.metrics["PQ"]
        return quality is None, -(quality or 0.0)

    return sorted(result.per_class, key=key)


def _weakest(classes: Sequence[PanopticClass]) -> list[PanopticClass]:
    """The last ones with a number; a class without segments tells nothing about the predictions."""
    defined = [entry for entry in classes if entry.metrics["PQ"] is not None]
    return defined[-(_MOST_SHOWN - _BEST) :]


def _counts(entries: Sequence[PanopticClass]) -> tuple[str, ...]:
    names = ("truths", "detections", "true_positives", "false_positives", "false_negatives")
    return tuple(f"{sum(getattr(entry, name) for entry in entries):,}" for name in names)

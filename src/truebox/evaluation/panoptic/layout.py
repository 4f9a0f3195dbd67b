"""How a panoptic result wants to be shown: all, things and stuff above the classes, best PQ first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._writing.counted import grouped
from truebox.evaluation.layout import Column, Layout, Total

if TYPE_CHECKING:
    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.records.panoptic import PanopticSegments

__all__ = ["panoptic_layout"]

_MEASURES = ("PQ", "SQ", "RQ")
_COLUMNS = (
    Column("Kind", "kind"),
    Column("Truth", "truths"),
    Column("Segments", "detections"),
    Column("TP", "true_positives"),
    Column("FP", "false_positives"),
    Column("FN", "false_negatives"),
    Column("", "iou_sum"),
)
_SUMMED = tuple(column.key for column in _COLUMNS[1:6])
# Name of the row, ending of its metrics, and the kind of its classes.
_GROUPS = (("all", "", ("thing", "stuff")), ("things", "th", ("thing",)), ("stuff", "st", ("stuff",)))


def panoptic_layout(result: PanopticResult) -> Layout:
    """Return the layout of one result."""
    return Layout(
        main="PQ",
        metrics=_MEASURES,
        columns=_COLUMNS,
        totals=tuple(_total(result, *group) for group in _GROUPS),
        file_metrics=tuple(result.metrics),
        compared=None,
        held=(_held(result.truth), _held(result.predictions)),
        lettered=False,
        closing=(),
    )


def _total(result: PanopticResult, name: str, ending: str, kinds: tuple[str, ...]) -> Total:
    members = [entry for entry in result.per_class if entry.kind in kinds]
    counts = {key: sum(getattr(entry, key) for entry in members) for key in _SUMMED}
    return Total(name, counts, {measure: result.metrics[measure + ending] for measure in _MEASURES})


def _held(read: PanopticSegments) -> tuple[str, ...]:
    crowds = int(read.crowd.sum())
    return (
        grouped(len(read.images), "image"),
        grouped(len(read), "segment"),
        *((f"{crowds:,} crowd",) if crowds else ()),
    )

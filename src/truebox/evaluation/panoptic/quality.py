"""From counts per class to PQ, SQ and RQ, per class and as means over things and stuff."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.evaluation.panoptic.state import PanopticState
    from truebox.records.panoptic import PanopticCategories

__all__ = ["PanopticClass", "PanopticMeans", "class_qualities", "mean_qualities"]

MEASURES = ("PQ", "SQ", "RQ")
# Ending of the metric, and in words what it is a mean over.
_GROUPS = {"": "class", "th": "class of things", "st": "class of stuff"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PanopticClass:
    """One class: counts, the sum of overlaps, and its qualities.

    Parameters
    ----------
    id, name : int or str, str
    thing : bool
        True for things, False for stuff.
    true_positives, false_positives, false_negatives : int
    ignored : int
        Predicted segments that are neither right nor wrong: more than half VOID or crowd.
    iou_sum : float
        Sum of the overlaps of all matches.
    metrics : mapping
        ``PQ SQ RQ``; None where undefined.
    """

    id: int | str
    name: str
    thing: bool
    true_positives: int
    false_positives: int
    false_negatives: int
    ignored: int
    iou_sum: float
    metrics: Mapping[str, float | None]

    @property
    def kind(self) -> str:
        """``"thing"`` or ``"stuff"``."""
        return "thing" if self.thing else "stuff"

    @property
    def truths(self) -> int:
        """True segments that count: without crowds."""
        return self.true_positives + self.false_negatives

    @property
    def detections(self) -> int:
        """Predicted segments, ignored ones included."""
        return self.true_positives + self.false_positives + self.ignored


@dataclass(frozen=True, slots=True)
class PanopticMeans:
    """The headline numbers, and the reason of each that is None."""

    metrics: dict[str, float | None]
    undefined: dict[str, str]


def class_qualities(state: PanopticState, categories: PanopticCategories) -> tuple[PanopticClass, ...]:
    """Every class in the order of the truth (equations 1 and 2 of the paper)."""
    columns = zip(
        categories.ids,
        categories.names,
        categories.things.tolist(),
        state.true_positives.tolist(),
        state.false_positives.tolist(),
        state.false_negatives.tolist(),
        state.ignored.tolist(),
        state.iou_sums.tolist(),
        strict=True,
    )
    return tuple(
        PanopticClass(
            id=number,
            name=name,
            thing=thing,
            true_positives=tp,
            false_positives=fp,
            false_negatives=fn,
            ignored=ignored,
            iou_sum=total,
            metrics=_qualities(tp, fp, fn, total, strict=state.mode == "strict"),
        )
        for number, name, thing, tp, fp, fn, ignored, total in columns
    )


def _qualities(tp: int, fp: int, fn: int, total: float, *, strict: bool) -> dict[str, float | None]:
    if tp + fp + fn == 0:
        return dict.fromkeys(MEASURES)
    weight = tp + 0.5 * fp + 0.5 * fn
    # Without a match there is nothing to average: the reference says 0.
    without = 0.0 if strict else None
    return {"PQ": total / weight, "SQ": total / tp if tp else without, "RQ": tp / weight}


def mean_qualities(classes: tuple[PanopticClass, ...]) -> PanopticMeans:
    """Means over all classes, things and stuff; a class without any segment has no part in them."""
    means = PanopticMeans({}, {})
    members = {
        "": classes,
        "th": tuple(entry for entry in classes if entry.thing),
        "st": tuple(entry for entry in classes if not entry.thing),
    }
    for ending, words in _GROUPS.items():
        for measure in MEASURES:
            values = [value for entry in members[ending] if (value := entry.metrics[measure]) is not None]
            # One after the other, as the reference adds: from Python 3.12 on, sum() gives other last bits.
            means.metrics[measure + ending] = reduce(add, values) / len(values) if values else None
            if not values:
                means.undefined[measure + ending] = _reason(members[ending], words)
    return means


def _reason(members: tuple[PanopticClass, ...], words: str) -> str:
    if not members:
        return f"the truth lists no {words}"
    if any(entry.metrics["PQ"] is not None for entry in members):
        return f"no {words} has a match"
    return f"no {words} has a segment that counts"

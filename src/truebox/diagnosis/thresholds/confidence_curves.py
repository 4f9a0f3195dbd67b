"""Precision, recall and F1 against the confidence at which detections are cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.causes.outcomes import classes_of, half_or_lowest, outcome_at, truths_per_class
from truebox.diagnosis.thresholds.line_chart import line_chart
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["ConfidenceCurve", "ConfidenceCurves", "confidence_curves"]

_POINTS = 200


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ConfidenceCurve(Plotted):
    """One class, or all of them together: what remains when detections below a score are dropped.

    ``plot()`` draws it (`truebox.plotting.plot_confidence_curves`).

    Parameters
    ----------
    id : int, str or None
        None for all classes together.
    name : str
    truths : int
        Truths that count.
    score : float64 array [P]
        The distinct scores, highest first; at point ``i`` all detections of at least this score remain.
    true_positives, false_positives : int64 arrays [P]

    Examples
    --------
    >>> curve = ConfidenceCurve(
    ...     id=None, name="all", truths=4, score=np.array([0.9, 0.4]),
    ...     true_positives=np.array([1, 2]), false_positives=np.array([0, 2]))
    >>> curve.precision.tolist(), curve.recall.tolist()
    ([1.0, 0.5], [0.25, 0.5])
    """

    _plotted_by = "plot_confidence_curves"

    id: int | str | None
    name: str
    truths: int
    score: FloatArray = field(repr=False)
    true_positives: Int64Array = field(repr=False)
    false_positives: Int64Array = field(repr=False)

    def __len__(self) -> int:
        return len(self.score)

    @property
    def precision(self) -> FloatArray:
        """Share of true positives among what remains [P]."""
        precision: FloatArray = self.true_positives / (self.true_positives + self.false_positives)
        return precision

    @property
    def recall(self) -> FloatArray:
        """Share of the truths that is found [P]; zeros where there is no truth."""
        recall: FloatArray = self.true_positives / max(self.truths, 1)
        return recall

    @property
    def f1(self) -> FloatArray:
        """Harmonic mean of both [P]: 2 TP / (detections + truths)."""
        remaining = self.true_positives + self.false_positives
        f1: FloatArray = 2 * self.true_positives / np.maximum(remaining + self.truths, 1)
        return f1

    @refuses_other_kinds
    def to_dict(self, points: int = _POINTS) -> dict[str, Any]:
        """Plain values for JSON, of long curves at most `points`, evenly spaced, the ends included."""
        chosen = np.unique(np.linspace(0, len(self) - 1, min(points, len(self))).astype(np.int64))
        columns = {
            "score": self.score,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
        }
        return {
            "id": self.id,
            "name": self.name,
            "truths": self.truths,
            **{name: values[chosen].tolist() for name, values in columns.items()},
        }

    def _repr_html_(self) -> str:
        chosen = np.unique(np.linspace(0, len(self) - 1, min(_POINTS, len(self))).astype(np.int64))
        lines = {"precision": self.precision, "recall": self.recall, "F1": self.f1}
        shown = {name: values[chosen].tolist() for name, values in lines.items()}
        return line_chart(f"{self.name}: against the score", self.score[chosen].tolist(), shown)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ConfidenceCurves(Plotted):
    """The curve of all classes pooled, and one for each class.

    ``plot()`` draws the overall one (`truebox.plotting.plot_confidence_curves`).

    Parameters
    ----------
    iou : float
        The overlap from which a detection counts as true.
    overall : ConfidenceCurve
        Detections of all classes in one list.
    per_class : tuple of ConfidenceCurve
        In the order of category ids.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> tb.diagnosis.confidence_curves(result).by_name["cat"].recall.tolist()
    [1.0]
    """

    _plotted_by = "plot_confidence_curves"

    iou: float
    overall: ConfidenceCurve
    per_class: tuple[ConfidenceCurve, ...] = field(repr=False)

    @property
    def by_name(self) -> Mapping[str, ConfidenceCurve]:
        """Curves by the name of the class; of classes that share a name the first."""
        found: dict[str, ConfidenceCurve] = {}
        for curve in self.per_class:
            found.setdefault(curve.name, curve)
        return found

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "iou": self.iou,
            "overall": self.overall.to_dict(),
            "per_class": [curve.to_dict() for curve in self.per_class],
        }

    def _repr_html_(self) -> str:
        return self.overall._repr_html_()


@refuses_other_kinds
def confidence_curves(
    result: Result, *, iou: float | None = None, area: str | None = None
) -> ConfidenceCurves:
    """Precision, recall and F1 at every score, from the matching of the evaluation.

    A detection keeps its outcome when lower ones are dropped, because matching goes by score: one pass
    gives every point. Detections that are ignored (on crowd regions, out of the area range) are in
    neither count. Detections beyond the largest cap of the evaluation are left out, as there.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    iou : float or None
        One of the thresholds of the evaluation; by default 0.5, or the lowest where that is none of them.
    area : str or None
        Label of an area range; by default all sizes.

    Returns
    -------
    ConfidenceCurves

    Raises
    ------
    ArgumentError
        The threshold or the range was not evaluated.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> truth = [{"boxes": boxes, "labels": ["cat", "cat"]}]
    >>> found = [{"boxes": boxes[:1] + [[50, 50, 60, 60]], "labels": ["cat", "cat"], "scores": [0.9, 0.3]}]
    >>> curves = confidence_curves(tb.evaluate(truth, found, mode="corrected"))
    >>> curves.overall.score.tolist(), curves.overall.f1.round(3).tolist()
    ([0.9, 0.3], [0.667, 0.5])
    """
    state = result.state
    iou = half_or_lowest(result.state.parameters) if iou is None else iou
    outcome = outcome_at(result, iou, area)
    truths = truths_per_class(result, area)
    offsets = state.category_offsets()
    per_class = tuple(
        _curve(of_class, int(truths[k]), state.score[rows], outcome[rows])
        for k, of_class in enumerate(classes_of(result))
        for rows in [slice(offsets[k], offsets[k + 1])]
    )
    overall = _curve((None, "all"), int(truths.sum()), state.score, outcome)
    return ConfidenceCurves(iou=iou, overall=overall, per_class=per_class)


def _curve(
    of_class: tuple[int | str | None, str], truths: int, score: FloatArray, outcome: ByteArray
) -> ConfidenceCurve:
    # Only sums at the last of equal scores are read, so their order is free: an unstable sort is faster.
    order = np.argsort(-score)
    order = order[outcome[order] != 2]
    ranked = score[order]
    true = np.cumsum(outcome[order] == 1, dtype=np.int64)
    last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], len(ranked) > 0))
    return ConfidenceCurve(
        id=of_class[0],
        name=of_class[1],
        truths=truths,
        score=ranked[last],
        true_positives=true[last],
        false_positives=last + 1 - true[last],
    )

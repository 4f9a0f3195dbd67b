"""Where to cut: the score of the best F1, of a wanted precision or recall, of the least cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.html_table import html_table
from truebox.diagnosis.thresholds.confidence_curves import (
    ConfidenceCurve,
    ConfidenceCurves,
    confidence_curves,
)
from truebox.errors import ArgumentError
from truebox.showing import Plotted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.evaluation import Result
    from truebox.typing import BoolArray

__all__ = ["OperatingPoint", "OperatingPoints", "best_points", "operating_points"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatingPoint:
    """One class, or all together, cut at one score.

    Parameters
    ----------
    name : str
    score : float or None
        Keep detections of at least this score; None where no score does what was asked.
    precision, recall, f1 : float or None
    reason : str or None
        Why there is none.

    Examples
    --------
    >>> OperatingPoint(name="cat", reason="no truth").score is None
    True
    """

    name: str
    score: float | None = None
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {key: getattr(self, key) for key in ("name", "score", "precision", "recall", "f1", "reason")}


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatingPoints(Plotted):
    """One answer for all classes together, and one for each.

    ``plot()`` draws them (`truebox.plotting.plot_operating_points`).

    Parameters
    ----------
    asked : str
        In words, such as ``"best F1"``.
    iou : float
    overall : OperatingPoint
        One score for every class.
    per_class : tuple of OperatingPoint
        A score of its own for each class, in the order of category ids.
    intervals : mapping of name to Estimate
        ``F1`` and ``score`` of all classes together, where a diagnosis drew them.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> tb.diagnosis.operating_points(result).asked
    'best F1'
    """

    _plotted_by = "plot_operating_points"

    asked: str
    iou: float
    overall: OperatingPoint
    per_class: tuple[OperatingPoint, ...] = field(repr=False)
    intervals: Mapping[str, Estimate] = field(default_factory=dict, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "asked": self.asked,
            "iou": self.iou,
            "overall": self.overall.to_dict(),
            "per_class": [point.to_dict() for point in self.per_class],
            **(
                {"intervals": {key: each.to_dict() for key, each in self.intervals.items()}}
                if self.intervals
                else {}
            ),
        }

    def _repr_html_(self) -> str:
        rows = [
            (point.name, point.score, point.precision, point.recall, point.f1)
            for point in (self.overall, *self.per_class)
        ]
        title = f"{self.asked} (IoU {self.iou:g})"
        return html_table(["class", "score", "precision", "recall", "F1"], rows, title)


@refuses_other_kinds
def operating_points(
    result: Result,
    *,
    iou: float | None = None,
    area: str | None = None,
    precision: float | None = None,
    recall: float | None = None,
    cost: tuple[float, float] | None = None,
) -> OperatingPoints:
    """The score to cut at, by F1 unless something else is asked.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    iou, area
        As in `confidence_curves`.
    precision : float, optional
        The highest recall with at least this precision.
    recall : float, optional
        The highest precision with at least this recall.
    cost : (float, float), optional
        What a false positive and a missed truth cost: the least sum.

    Returns
    -------
    OperatingPoints
        Of equally good scores the highest, so that fewest detections remain.

    Raises
    ------
    ArgumentError
        More than one thing was asked, or a number is out of range.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> truth = [{"boxes": boxes, "labels": ["cat", "cat"]}]
    >>> found = [{"boxes": boxes + [[50, 50, 60, 60]], "labels": ["cat"] * 3, "scores": [0.9, 0.6, 0.3]}]
    >>> best = operating_points(tb.evaluate(truth, found, mode="corrected")).overall
    >>> best.score, best.f1
    (0.6, 1.0)
    """
    asked = _asked(precision, recall, cost)
    return _points(confidence_curves(result, iou=iou, area=area), asked, precision, recall, cost)


def best_points(curves: ConfidenceCurves) -> OperatingPoints:
    """The score of the best F1, from curves at hand.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> best_points(confidence_curves(result)).overall.score
    0.5
    """
    return _points(curves, "best F1", None, None, None)


def _points(
    curves: ConfidenceCurves,
    asked: str,
    precision: float | None,
    recall: float | None,
    cost: tuple[float, float] | None,
) -> OperatingPoints:
    def point(curve: ConfidenceCurve) -> OperatingPoint:
        return _point(curve, precision, recall, cost)

    return OperatingPoints(
        asked=asked,
        iou=curves.iou,
        overall=point(curves.overall),
        per_class=tuple(point(curve) for curve in curves.per_class),
    )


def _asked(precision: float | None, recall: float | None, cost: tuple[float, float] | None) -> str:
    given = [value is not None for value in (precision, recall, cost)]
    if sum(given) > 1:
        raise ArgumentError("precision, recall, cost: more than one was asked. Fix: pass one of them.")
    for name, value in (("precision", precision), ("recall", recall)):
        if value is not None:
            if not 0 <= value <= 1:
                raise ArgumentError(f"{name}: {value!r} is not in [0, 1]. Fix: pass a fraction.")
            return f"{name} of at least {value:g}"
    if cost is None:
        return "best F1"
    if len(cost) != 2 or not all(np.isfinite(cost)) or min(cost) < 0:
        raise ArgumentError(f"cost: {cost!r} are not two costs of at least 0. Fix: pass (1.0, 5.0), say.")
    return f"least cost at {cost[0]:g} a false positive and {cost[1]:g} a missed truth"


def _point(
    curve: ConfidenceCurve,
    precision: float | None,
    recall: float | None,
    cost: tuple[float, float] | None,
) -> OperatingPoint:
    if curve.truths == 0:
        return OperatingPoint(name=curve.name, reason="no truth that counts")
    if len(curve) == 0:
        return OperatingPoint(name=curve.name, reason="no detections that count")
    allowed: BoolArray = np.ones(len(curve), dtype=bool)
    quality = curve.f1
    if precision is not None:
        allowed, quality = curve.precision >= precision, curve.recall
    elif recall is not None:
        allowed, quality = curve.recall >= recall, curve.precision
    elif cost is not None:
        quality = -(cost[0] * curve.false_positives + cost[1] * (curve.truths - curve.true_positives))
    if not allowed.any():
        wanted = f"precision {precision:g}" if precision is not None else f"recall {recall:g}"
        reached = (curve.precision if precision is not None else curve.recall).max()
        return OperatingPoint(name=curve.name, reason=f"no score reaches {wanted}; the most is {reached:.3f}")
    place = int(np.argmax(np.where(allowed, quality, -np.inf)))
    return OperatingPoint(
        name=curve.name,
        score=float(curve.score[place]),
        precision=float(curve.precision[place]),
        recall=float(curve.recall[place]),
        f1=float(curve.f1[place]),
    )

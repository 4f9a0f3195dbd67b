"""How far AP depends on the order of equal scores, which nothing in the files decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._writing.html_table import html_table
from truebox.diagnosis.certainty.bootstrap_arguments import check_seed
from truebox.diagnosis.certainty.replicates import CLASS_METRICS, Resampling
from truebox.diagnosis.equal_scores.cut_ties import cut_ties
from truebox.diagnosis.equal_scores.tied_cells import score_groups, tied_cells
from truebox.diagnosis.equal_scores.tied_curves import TiedCurves, tied_curves
from truebox.diagnosis.equal_scores.tied_outcomes import Field, tied_outcomes
from truebox.evaluation import ClosingLine, Quirk
from truebox.evaluation.states.summary import class_weights, place_of, questions
from truebox.records import Finding
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation import MatchState, Question, Result
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["ClassTies", "TieRange", "Ties", "ties"]

LARGEST_SILENT = 1e-4
"""A range of AP beyond this is worth a warning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRange:
    """One metric over all orders of equal scores.

    Parameters
    ----------
    value : float
        As evaluated.
    worst, best : float
        No order gives less, or more.
    exact : bool
        Whether orders exist that give these very numbers; else they are bounds.
    expected : float or None
        The mean over random orders, all equally likely.
    expected_error : float or None
        Its standard error; 0 where it is not drawn but known.
    spread : float or None
        Standard deviation over random orders: most lie within two of it.
    reason : str or None
        Why there is no expected value.
    """

    value: float
    worst: float
    best: float
    exact: bool
    expected: float | None
    expected_error: float | None
    reason: str | None = None
    spread: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassTies:
    """One class: ``AP AP50 AP75`` over all orders of equal scores.

    Parameters
    ----------
    id : int or str
        As in the truth.
    name : str
        Of the class.
    metrics : mapping of str to TieRange
        By the name of the metric.
    """

    id: int | str
    name: str
    metrics: Mapping[str, TieRange]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        metrics = {key: entry.to_dict() for key, entry in self.metrics.items()}
        return {"id": self.id, "name": self.name, "metrics": metrics}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties(Plotted):
    """What equal scores can do to the numbers.

    ``plot()`` draws the ranges (`truebox.plotting.plot_ties`).

    Parameters
    ----------
    metrics : mapping of name to TieRange
        ``AP AP50 AP75``, as far as they are defined.
    per_class : tuple of ClassTies
        The classes with truth.
    tied : int
        Detections that share their score with another of their class.
    rivals : int
        Images and classes in which detections of equal score could match the same truth.
    seed, orders : int
        What decided the random orders of the expected values, and how many were drawn.
    findings : tuple of Finding
        W-515 where the range of AP exceeds 1e-4.
    """

    _plotted_by = "plot_ties"

    metrics: Mapping[str, TieRange]
    per_class: tuple[ClassTies, ...] = field(repr=False)
    tied: int
    rivals: int
    seed: int
    orders: int
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "tied": self.tied,
            "rivals": self.rivals,
            "seed": self.seed,
            "orders": self.orders,
            "metrics": {key: entry.to_dict() for key, entry in self.metrics.items()},
            "per_class": [entry.to_dict() for entry in self.per_class],
            "findings": [
                {"code": entry.code, "message": entry.message, "count": entry.count}
                for entry in self.findings
            ],
        }

    def _repr_html_(self) -> str:
        rows = [
            (key, entry.worst, entry.value, entry.best, entry.expected) for key, entry in self.metrics.items()
        ]
        title = f"{self.tied:,} detections of equal score"
        return html_table(["metric", "worst", "as evaluated", "best", "expected"], rows, title)


@refuses_other_kinds
def ties(result: Result, *, orders: int = 24, seed: int = 0, threads: int | None = None) -> Ties:
    """The worst, the best and the expected AP over every order of detections with equal scores.

    Ties act twice. Among the detections of an image and class, the first of two equal scores takes the
    truth that both want; such cells are matched again in each of their orders (of more than 24, only bounds
    that hold for any are taken). Among images, it decides how many false positives stand before a true one.
    At one IoU threshold the best order puts true positives first and the worst last, so the bounds are
    exact; AP, a mean over thresholds, has one such order wherever detections that match at one threshold
    match at all lower ones. Whether the bounds are reached is said for every number (`TieRange.exact`).

    Strict mode ranks equal scores as the reference does: by image, then by the order of the file. Corrected
    mode ranks them by the content of their boxes (x, y, width, height ascending), then by image: shuffling
    the file changes nothing, and the range says what other orders would give.

    Parameters
    ----------
    result : Result
        As `truebox.evaluate` gives it.
    orders : int
        How many random orders the expected values are averaged over.
    seed : int
        Decides them.
    threads : int or None
        As in `truebox.evaluate`.

    Returns
    -------
    Ties

    Raises
    ------
    ArgumentError
        An argument cannot be taken, or (LVIS) the limit of an image cuts through equal scores.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}, {"id": 2}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "image_id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> found = [{"image_id": image, "score": score, **box} for image, score in ((1, 0.5), (2, 0.5))]
    >>> found.append({"image_id": 2, "score": 0.4, "category_id": 1, "bbox": [70, 10, 40, 40]})
    >>> ap = ties(evaluate(truth, found, mode="corrected")).metrics["AP"]
    >>> ap.worst, ap.value, ap.best
    (0.5, 1.0, 1.0)
    """
    check_seed(seed)
    resampling = Resampling(result)
    field = _field(result)
    if field is None:
        return Ties(metrics={}, per_class=(), tied=0, rivals=0, seed=seed, orders=orders, findings=())
    cell, group = score_groups(result)
    cells = tied_cells(result, cell, group, seed)
    columns: Mapping[str, _Column] = {}
    cut = cut_ties(result, field, group)
    if _ranged(result):  # else nothing would be read from the orders
        outcomes = tied_outcomes(resampling, field, cells, group, cut)
        curves = tied_curves(
            resampling, field, outcomes, cells=cells, orders=orders, seed=seed, threads=threads
        )
        columns = _columns(result, curves, outcomes.loose, outcomes.reason)
    counted = np.flatnonzero(result.state.truths[:, field.area_range] > 0)
    asked = {each.key: each for each in questions(result.state)}
    metrics = {
        key: _headline(result.metrics[key], ranges, _among(counted, asked[key]), result.state, asked[key])
        for key, ranges in columns.items()
        if result.metrics.get(key) is not None
    }
    return Ties(
        metrics=metrics,
        per_class=_per_class(result, columns, counted),
        tied=_tied(result),
        rivals=len(cells),
        seed=seed,
        orders=orders,
        findings=_findings(result, metrics),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """One metric, per class: the bounds, whether reached, and each random order [D, K]."""

    worst: FloatArray
    best: FloatArray
    exact: BoolArray
    drawn: FloatArray | None
    reason: str | None


def _field(result: Result) -> Field | None:
    for question in questions(result.state):
        if question.key == "AP":
            place = place_of(question, result.state, result.truth)
            if isinstance(place, str):
                return None
            area_range, caps, _ = place
            cap = int(result.parameters.max_detections[int(caps[0])])
            return Field(area_range, len(result.parameters.iou_thresholds), cap)
    return None


def _ranged(result: Result) -> list[tuple[str, bool, tuple[int, Int64Array, Int64Array]]]:
    """Metrics of classes that are read from curves, whether a line closes these, and where they are read."""
    found: list[tuple[str, bool, tuple[int, Int64Array, Int64Array]]] = []
    for question in questions(result.state):
        place = place_of(question, result.state, result.truth)
        if question.key in CLASS_METRICS and not isinstance(place, str) and question.measure is None:
            found.append((question.key, question.closing_line, place))
    return found


def _columns(result: Result, curves: TiedCurves, loose: BoolArray, reason: str | None) -> dict[str, _Column]:
    found = {}
    for key, closed, place in _ranged(result):
        chosen: Int64Array = place[2]
        drawn = None if curves.drawn is None else curves.drawn[:, :, chosen].mean(axis=2)
        reached = ~loose & ((curves.nested != 0) | (len(chosen) == 1))
        worst, best = curves.worst[:, chosen].mean(axis=1), curves.best[:, chosen].mean(axis=1)
        if closed:  # its ends do not depend on the order
            line = _line(result, place)[:, chosen].mean(axis=1)
            worst, best = worst + line, best + line
            drawn = None if drawn is None else drawn + line
        found[key] = _Column(worst, best, reached | (best == worst), drawn, reason)
    return found


def _line(result: Result, place: tuple[int, Int64Array, Int64Array]) -> FloatArray:
    """What a closing line adds for each class and threshold [K, T]."""
    area_range, caps, _ = place
    cap = int(result.parameters.max_detections[int(caps[0])])
    recall = result.recall[:, :, area_range, int(caps[0])].T
    return ClosingLine(result.state, area_range, cap).areas(recall)


def _among(counted: Int64Array, question: Question) -> Int64Array:
    """The classes of which the number is a mean."""
    return counted if question.classes is None else counted[question.classes[counted]]


def _headline(
    value: float | None, column: _Column, counted: Int64Array, state: MatchState, question: Question
) -> TieRange:
    weights = class_weights(question, state)
    among = None if weights is None else weights[counted]

    def mean(values: FloatArray) -> Any:
        return np.average(values[..., counted], axis=-1, weights=among)

    drawn = None if column.drawn is None else mean(column.drawn)
    return _range(
        float(value or 0.0),
        (float(mean(column.worst)), float(mean(column.best))),
        bool(column.exact[counted].all()),
        drawn,
        column.reason,
    )


def _range(
    value: float, bounds: tuple[float, float], exact: bool, drawn: FloatArray | None, reason: str | None
) -> TieRange:
    # The value is one of the orders: rounding must not put it outside.
    worst, best = min(bounds[0], value), max(bounds[1], value)
    expected = error = spread = None
    if drawn is not None:
        expected = min(max(float(drawn.mean()), worst), best)
        spread = float(drawn.std(ddof=1))
        error = spread / float(np.sqrt(len(drawn)))
    return TieRange(
        value=value,
        worst=worst,
        best=best,
        exact=exact,
        expected=expected,
        expected_error=error,
        spread=spread,
        reason=reason,
    )


def _per_class(result: Result, columns: Mapping[str, _Column], counted: Int64Array) -> tuple[ClassTies, ...]:
    if not result.per_class:
        return ()
    found = []
    for k in counted.tolist():
        entry = result.per_class[k]
        metrics = {
            key: _range(
                float(entry.metrics[key] or 0.0),
                (float(column.worst[k]), float(column.best[k])),
                bool(column.exact[k]),
                None if column.drawn is None else column.drawn[:, k],
                column.reason,
            )
            for key, column in columns.items()
            if entry.metrics.get(key) is not None  # not every class may have it
        }
        found.append(ClassTies(id=entry.id, name=entry.name, metrics=metrics))
    return tuple(found)


def _tied(result: Result) -> int:
    offsets, count = result.state.category_offsets(), 0
    for first, end in pairwise(offsets.tolist()):
        scores = np.sort(result.state.score[first:end])
        same = scores[1:] == scores[:-1]
        held = np.zeros(len(scores), dtype=bool)
        held[1:] |= same
        held[:-1] |= same
        count += int(np.count_nonzero(held))
    return count


def _findings(result: Result, metrics: Mapping[str, TieRange]) -> tuple[Finding, ...]:
    ap = metrics.get("AP")
    if ap is None or ap.best - ap.worst <= LARGEST_SILENT or Quirk.TIE_ORDER in result.state.mended:
        return ()
    message = (
        f"AP is {ap.value:.4f} in this order of equal scores, and any of {ap.worst:.4f} to {ap.best:.4f} "
        "in others; write scores with full precision, or use --mode corrected, whose order is that of "
        "the boxes"
    )
    return (Finding("W-515", message, _tied(result), moves=ap.best - ap.worst),)

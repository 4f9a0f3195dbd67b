"""Whether a score of .8 is right in 80 of 100 cases."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.html_table import html_number, html_table
from truebox.diagnosis.causes.outcomes import classes_of, half_or_lowest, outcome_at, overlap_when_matched
from truebox.errors import ArgumentError, InputError
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.evaluation import Result
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Calibration", "ClassCalibration", "calibration"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassCalibration:
    """One class: how far its scores are from what they promise.

    Parameters
    ----------
    id, name
    detections : int
        That count.
    ece : float or None
        Detection ECE; None without detections.
    laece : float or None
        Localisation-aware ECE.

    Examples
    --------
    >>> ClassCalibration(id=1, name="cat", detections=0).ece is None
    True
    """

    id: int | str | None
    name: str
    detections: int
    ece: float | None = None
    laece: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {key: getattr(self, key) for key in ("id", "name", "detections", "ece", "laece")}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Calibration(Plotted):
    """The reliability diagram of all classes pooled, and the errors.

    ``plot()`` draws the reliability diagram (`truebox.plotting.plot_calibration`).

    Parameters
    ----------
    iou : float
    edges : float64 array [B + 1]
        Of the bins of scores.
    count : int64 array [B]
    mean_score, precision, mean_overlap : float64 arrays [B]
        Of the detections of each bin, the overlap of its true positives; NaN-free: 0 where a bin is empty.
    ece : float or None
        Detection ECE of all detections pooled.
    noise : float or None
        What ECE would be on average if every score were right: so much of it is chance.
    interval : Estimate or None
        Of `ece`, where a diagnosis drew it.
    laece : float or None
        Mean over classes of the localisation-aware ECE.
    per_class : tuple of ClassCalibration

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> tb.diagnosis.calibration(result).ece
    0.5
    """

    _plotted_by = "plot_calibration"

    iou: float
    edges: FloatArray
    count: Int64Array
    mean_score: FloatArray
    precision: FloatArray
    mean_overlap: FloatArray
    ece: float | None
    laece: float | None
    per_class: tuple[ClassCalibration, ...] = field(repr=False)
    noise: float | None = None
    interval: Estimate | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        columns = ("edges", "count", "mean_score", "precision", "mean_overlap")
        return {
            "iou": self.iou,
            **{key: getattr(self, key).tolist() for key in columns},
            "ece": self.ece,
            "noise": self.noise,
            **({} if self.interval is None else {"interval": self.interval.to_dict()}),
            "laece": self.laece,
            "per_class": [each.to_dict() for each in self.per_class],
        }

    def _repr_html_(self) -> str:
        columns = (self.count, self.mean_score, self.precision)
        rows = [
            (f"{low:.2f} to {high:.2f}", *values)
            for low, high, *values in zip(
                self.edges[:-1].tolist(),
                self.edges[1:].tolist(),
                *(column.tolist() for column in columns),
                strict=True,
            )
            if values[0]
        ]
        ece, laece = (html_number(value) for value in (self.ece, self.laece))
        title = f"ECE {ece} (of which chance {html_number(self.noise)}), LaECE {laece} (IoU {self.iou:g})"
        return html_table(["scores", "detections", "mean score", "precision"], rows, title)


@refuses_other_kinds
def calibration(result: Result, *, iou: float | None = None, bins: int = 25) -> Calibration:
    """Reliability of scores, detection ECE and localisation-aware ECE.

    In bins of equal width over [0, 1], ``ECE = sum of n_b / n |mean score - precision|`` and, per class,
    ``LaECE = sum of n_b / n |mean score - precision x mean IoU of the true positives|``. Ignored
    detections are in neither.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    iou : float or None
        One of the thresholds of the evaluation; by default 0.5, or the lowest where that is none of them.
    bins : int
        How many, of equal width.

    Returns
    -------
    Calibration

    Raises
    ------
    InputError
        A score is outside [0, 1], so scores are no probabilities (E-530).
    ArgumentError
        `bins` is not positive, or the threshold was not evaluated.

    Notes
    -----
    Source: F. Küppers et al., Multivariate Confidence Calibration for Object Detection, CVPR-W 2020, of
    which this is the case of the score alone; K. Oksuz et al., Towards Building Self-Aware Object
    Detectors via Reliable Uncertainty Quantification and Calibration, CVPR 2023, equation 4.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[0, 0, 10, 10], [20, 0, 30, 10]]
    >>> truth = [{"boxes": boxes, "labels": ["cat", "cat"]}]
    >>> found = [{"boxes": boxes, "labels": ["cat", "cat"], "scores": [0.9, 0.7]}]
    >>> made = calibration(tb.evaluate(truth, found, mode="corrected"), bins=10)
    >>> round(made.ece, 9), round(made.laece, 9)
    (0.2, 0.2)
    """
    if isinstance(bins, bool) or not isinstance(bins, int) or bins < 1:
        raise ArgumentError(f"bins: {bins!r} is not a positive whole number. Fix: pass 25, say.")
    state = result.state
    _refuse_scores(result)
    iou = half_or_lowest(result.state.parameters) if iou is None else iou
    outcome = outcome_at(result, iou)
    overlap = overlap_when_matched(result, iou)
    counted = outcome != 2
    edges = np.linspace(0, 1, bins + 1)
    bin_of = np.minimum((state.score * bins).astype(np.int64), bins - 1)
    offsets = state.category_offsets()
    per_class = []
    for k, (id, name) in enumerate(classes_of(result)):
        rows = np.arange(offsets[k], offsets[k + 1])
        rows = rows[counted[rows]]
        made = _binned(bin_of[rows], state.score[rows], outcome[rows] == 1, overlap[rows], bins)
        per_class.append(
            ClassCalibration(id=id, name=name, detections=len(rows), ece=made.ece, laece=made.laece)
        )
    pooled = _binned(bin_of[counted], state.score[counted], outcome[counted] == 1, overlap[counted], bins)
    local = [each.laece for each in per_class if each.laece is not None]
    return Calibration(
        iou=iou,
        edges=edges,
        count=pooled.count,
        mean_score=pooled.mean_score,
        precision=pooled.precision,
        mean_overlap=pooled.mean_overlap,
        ece=pooled.ece,
        laece=float(np.mean(local)) if local else None,
        per_class=tuple(per_class),
        noise=_noise(bin_of[counted], state.score[counted], bins),
    )


def _noise(bin_of: Int64Array, score: FloatArray, bins: int) -> float | None:
    """Mean ECE of detections that are right with the probability of their score.

    The hits of a bin then scatter about the sum of its scores with the variance ``sum of p (1 - p)``; the
    mean distance of a normal variable of that spread is ``sqrt(2 / pi)`` of it. One detection alone is
    ``2 p (1 - p)`` off.
    """
    if len(score) == 0:
        return None
    variance = np.bincount(bin_of, score * (1 - score), minlength=bins)
    alone = np.bincount(bin_of, minlength=bins) == 1
    distance = np.where(alone, 2 * variance, np.sqrt(2 / np.pi * variance))
    return float(distance.sum() / len(score))


@dataclass(frozen=True, slots=True)
class _Bins:
    count: Int64Array
    mean_score: FloatArray
    precision: FloatArray
    mean_overlap: FloatArray

    @property
    def ece(self) -> float | None:
        return self._error(self.precision)

    @property
    def laece(self) -> float | None:
        return self._error(self.precision * self.mean_overlap)

    def _error(self, reached: FloatArray) -> float | None:
        total = int(self.count.sum())
        return float((self.count * np.abs(self.mean_score - reached)).sum() / total) if total else None


def _binned(bin_of: Int64Array, score: FloatArray, true: np.ndarray, overlap: FloatArray, bins: int) -> _Bins:
    def total(weights: FloatArray) -> FloatArray:
        return np.bincount(bin_of, weights, bins).astype(np.float64)

    count = np.bincount(bin_of, minlength=bins)
    hits = total(true.astype(np.float64))
    return _Bins(
        count,
        total(score) / np.maximum(count, 1),
        hits / np.maximum(count, 1),
        total(np.where(true, overlap, 0.0)) / np.maximum(hits, 1),
    )


def _refuse_scores(result: Result) -> None:
    outside = (result.state.score < 0) | (result.state.score > 1)
    if outside.any():
        row = int(result.state.row[outside.argmax()])
        raise InputError(
            "E-530",
            f"{result.predictions.source.name} row {row}",
            f"the score {result.predictions.scores[row]:g} is no probability, so calibration has no meaning",
            "give scores in [0, 1], such as the sigmoid of logits, or percent divided by 100",
            row=row,
        )

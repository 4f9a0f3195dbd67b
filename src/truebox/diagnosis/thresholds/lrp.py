"""Optimal localisation recall precision: one number of errors, with its three causes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.html_table import html_table
from truebox.diagnosis.causes.outcomes import classes_of, outcome_at, overlap_when_matched, truths_per_class
from truebox.diagnosis.certainty.bootstrap_arguments import Draws, check_bootstrap, chosen_images
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.thresholds.lrp_intervals import MatchedAt, lrp_intervals
from truebox.showing import Plotted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.evaluation import Result
    from truebox.typing import ByteArray, FloatArray

__all__ = ["ClassLrp", "Lrp", "optimal_lrp"]

_PARTS = ("lrp", "localisation", "false_positive", "false_negative", "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLrp:
    """One class; every number is an error in [0, 1], lower is better.

    Parameters
    ----------
    id, name
    lrp : float or None
        None where the class has no truth.
    localisation : float or None
        Mean of 1 - IoU over true positives; None where there is none.
    false_positive : float or None
        1 - precision; None where nothing remains.
    false_negative : float or None
        1 - recall.
    score : float or None
        The score to cut at.
    interval : Estimate or None
        Of `lrp`, where replicates were asked for.

    Examples
    --------
    >>> ClassLrp(id=1, name="cat").lrp is None
    True
    """

    id: int | str | None
    name: str
    lrp: float | None = None
    localisation: float | None = None
    false_positive: float | None = None
    false_negative: float | None = None
    score: float | None = None
    interval: Estimate | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        own = {key: getattr(self, key) for key in ("id", "name", *_PARTS)}
        return own if self.interval is None else own | {"interval": self.interval.to_dict()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lrp(Plotted):
    """Means over the classes in which each number is defined, and the classes.

    ``plot()`` draws the error and its parts (`truebox.plotting.plot_lrp`).

    Parameters
    ----------
    iou : float
        The overlap from which a detection counts as true.
    lrp, localisation, false_positive, false_negative : float or None
    per_class : tuple of ClassLrp
    intervals : mapping of name to Estimate
        Of the error and its parts, where replicates were asked for.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> tb.diagnosis.optimal_lrp(result).lrp
    0.0
    """

    _plotted_by = "plot_lrp"

    iou: float
    lrp: float | None
    localisation: float | None
    false_positive: float | None
    false_negative: float | None
    per_class: tuple[ClassLrp, ...] = field(repr=False)
    intervals: Mapping[str, Estimate] = field(default_factory=dict, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        sure = {key: each.to_dict() for key, each in self.intervals.items()}
        return {
            "iou": self.iou,
            **{key: getattr(self, key) for key in _PARTS[:-1]},
            **({"intervals": sure} if sure else {}),
            "per_class": [each.to_dict() for each in self.per_class],
        }

    def _repr_html_(self) -> str:
        rows = [("all", *(getattr(self, key) for key in _PARTS[:-1]), None)]
        rows += [(each.name, *(getattr(each, key) for key in _PARTS)) for each in self.per_class]
        header = ["class", "oLRP", "localisation", "false positive", "false negative", "score"]
        return html_table(header, rows, f"optimal LRP (IoU {self.iou:g})")


@refuses_other_kinds
def optimal_lrp(
    result: Result,
    *,
    iou: float = 0.5,
    replicates: int = 0,
    level: float = 0.95,
    seed: int = 0,
    groups: Groups = None,
) -> Lrp:
    """OLRP of every class: the least LRP over all scores to cut at.

    ``LRP = (sum over true positives of (1 - IoU) / (1 - iou) + FP + FN) / (TP + FP + FN)``. The minimum is
    taken over every distinct score, not over a grid of them.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    iou : float
        One of the thresholds of the evaluation, below 1.
    replicates : int
        How often to draw the images for intervals; 0 for none.
    level, seed, groups
        Of these intervals, as in `truebox.diagnosis.intervals`.

    Returns
    -------
    Lrp

    Notes
    -----
    Source: K. Oksuz, B. C. Cam, E. Akbas, S. Kalkan, Localization Recall Precision (LRP): A New Performance
    Metric for Object Detection, ECCV 2018; One Metric to Measure them All, TPAMI 2021, equation 3.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[0, 0, 10, 10], [20, 0, 30, 10]]
    >>> truth = [{"boxes": boxes, "labels": ["cat", "cat"]}]
    >>> found = [{"boxes": [[0, 0, 10, 8]], "labels": ["cat"], "scores": [0.9]}]
    >>> error = optimal_lrp(tb.evaluate(truth, found, mode="corrected"))
    >>> round(error.lrp, 9), round(error.localisation, 9), error.false_negative
    (0.7, 0.2, 0.5)
    """
    outcome = outcome_at(result, iou)
    overlap = overlap_when_matched(result, iou)
    truths, offsets = truths_per_class(result), result.state.category_offsets()
    per_class = []
    for k, (id, name) in enumerate(classes_of(result)):
        rows = slice(offsets[k], offsets[k + 1])
        found = _of_class(outcome[rows], overlap[rows], result.state.score[rows], int(truths[k]), iou)
        per_class.append(
            ClassLrp(
                id=id,
                name=name,
                lrp=found.get("lrp"),
                localisation=found.get("localisation"),
                false_positive=found.get("false_positive"),
                false_negative=found.get("false_negative"),
                score=found.get("score"),
            )
        )
    means: dict[str, float | None] = {}
    for part in _PARTS[:-1]:
        defined = [value for each in per_class if (value := getattr(each, part)) is not None]
        means[part] = float(np.mean(defined)) if defined else None
    made = Lrp(
        iou=iou,
        lrp=means["lrp"],
        localisation=means["localisation"],
        false_positive=means["false_positive"],
        false_negative=means["false_negative"],
        per_class=tuple(per_class),
    )
    if not replicates:
        return made
    check_bootstrap(replicates, level, seed)
    draws = Draws(replicates=replicates, level=level, seed=seed)
    units = drawn_units(result, chosen_images(None, result), groups)
    values = [means[part] for part in _PARTS[:-1]], [each.lrp for each in per_class]
    sure = lrp_intervals(result, MatchedAt(outcome, overlap, iou), values, units, draws)
    return replace(
        made,
        intervals=dict(zip(_PARTS[:-1], sure.means, strict=True)),
        per_class=tuple(
            replace(each, interval=of_class) for each, of_class in zip(per_class, sure.per_class, strict=True)
        ),
    )


def _of_class(
    outcome: ByteArray, overlap: FloatArray, score: FloatArray, truths: int, iou: float
) -> dict[str, float | None]:
    if truths == 0:
        return {}
    order = np.argsort(-score, kind="stable")
    order = order[outcome[order] != 2]
    true = outcome[order] == 1
    ranked = score[order]
    last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], len(ranked) > 0))
    positives = np.cumsum(true)[last]
    errors = np.cumsum(np.where(true, 1 - overlap[order], 0.0))[last]
    remaining = last + 1
    # TP + FP + FN is everything that remains and the truths that do not.
    total = remaining + truths - positives
    lrp = (errors / (1 - iou) + (remaining - positives) + (truths - positives)) / total
    if len(lrp) == 0 or lrp.min() >= 1:
        return {"lrp": 1.0, "false_negative": 1.0}
    best = int(np.argmin(lrp))
    hits = int(positives[best])
    return {
        "lrp": float(lrp[best]),
        "localisation": float(errors[best] / hits) if hits else None,
        "false_positive": float(1 - hits / remaining[best]),
        "false_negative": float(1 - hits / truths),
        "score": float(ranked[last[best]]),
    }

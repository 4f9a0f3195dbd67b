"""Detections as confident as any, on nothing, beside others that are right: objects without annotation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.detection.looks.gained import gained
from truebox.evaluation.detection.looks.joined.located import located
from truebox.evaluation.states.narrow import state_rows
from truebox.records import Finding
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.evaluation.detection.looks.joined.located import Located
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.records import Predictions
    from truebox.typing import Int64Array

__all__ = ["of_unlabelled_objects"]

_MOST_OF_IMAGE, _MOST_ROWS = 300, 200_000
_ON, _OFF = 0.5, 0.1
"""Overlap with an object that is found, with all objects where one is on nothing."""
_FEWEST, _FEWEST_IMAGES = 10, 5
_SHARE, _NEARLY = 0.25, 0.65
"""So many of the best quarter and tenth are on nothing, hardly fewer than of the better half."""
_LOWER, _SURELY = 0.1, 3
"""By so much, and so many standard errors, more of the low scores are on nothing: scores do tell."""
_CLOSE, _FOUND = 0.72, 0.4
"""How closely those lie that are right, in the mean, and how many objects of these images are found."""


def of_unlabelled_objects(
    result: Result, seen: Judged, whole: StateRows, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-333) where a quarter of the most confident detections lie on nothing, of any score.

    A detector whose scores tell what is right errs less often the surer it is. Where the share of detections
    on nothing does not fall from the better half to the best tenth, is higher among low scores, and what is
    right lies closely on its objects, these are objects that the truth does not hold. Images in which
    nothing is right are left out.

    Parameters
    ----------
    result : Result
        Of any geometry.
    seen : Judged
        Of the result.
    whole : StateRows
        All detections of some images.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall = result.metrics.get("AP")
    if overall is None or not seen.right.any():
        return None
    found = _told(located(result, whole, -np.inf, best=_MOST_OF_IMAGE), result)
    if found is None:
        return None
    if len(whole.row) < len(result.state) <= _MOST_ROWS:
        every = located(result, state_rows(result.state, slice(None)), -np.inf, best=_MOST_OF_IMAGE)
        found = _told(every, result) or found
    alone, certain, images = found
    left = np.ones(len(result.predictions), dtype=bool)
    left[alone] = False
    otherwise = evaluate_again(take_predictions(result.predictions, np.flatnonzero(left))).metrics["AP"]
    if not gained(otherwise, overall):
        return None
    return Finding(
        "W-333",
        f"{len(alone):,} of {certain:,} confident detections, in {images:,} images, overlap no object of any "
        f"class by {_OFF:g}, of the most confident as many as of the others, while those that are right "
        f"lie closely on their objects: does {result.truth.source.name} lack the annotations of these "
        f"objects? AP would be {otherwise:.4f} instead of {overall:.4f} if these detections did not count",
        len(alone),
    )


def _told(found: Located | None, result: Result) -> tuple[Int64Array, int, int] | None:
    """Rows of detections on nothing, of how many confident ones, in how many images."""
    if found is None or not len(found.row):
        return None
    overlap = found.overlaps()[0]
    score, count = result.predictions.scores[found.row], len(found.first) - 1
    on = overlap >= _ON
    best = np.zeros(count)
    np.maximum.at(best, found.image[on], score[on])
    if np.count_nonzero(on) < 2 * _FEWEST:
        return None
    ranked = np.sort(score[on])
    quarter, half, three, nine = (float(ranked[int(len(ranked) * each)]) for each in (0.25, 0.5, 0.75, 0.9))
    inside = (best >= half)[found.image]
    alone = inside & (overlap < _OFF)
    on &= inside

    def share(of: float, below: float = np.inf) -> tuple[float, int]:
        here = (score >= of) & (score < below)
        nothing = int(np.count_nonzero(alone & here))
        many = max(1, nothing + int(np.count_nonzero(on & here)))
        return nothing / many, many

    top, many = share(three)
    enough = top * many >= _FEWEST and top >= _SHARE
    flat = share(nine)[0] >= max(_SHARE, _NEARLY * top) and top >= _NEARLY * share(half)[0]
    low, others = share(-np.inf, quarter)
    error = (top * (1 - top) / many + low * (1 - low) / others) ** 0.5
    if not enough or not flat or low < top + max(_LOWER, _SURELY * error):
        return None
    images = sorted(set(found.image[alone & (score >= half)].tolist()))
    objects = int(np.diff(found.first)[sorted(set(found.image[on].tolist()))].sum())
    if len(images) < _FEWEST_IMAGES or overlap[on].mean() < _CLOSE:
        return None
    if np.count_nonzero(on & (score >= quarter)) < _FOUND * objects:
        return None
    return found.row[alone & (score >= half)], int(np.count_nonzero(inside & (score >= half))), len(images)

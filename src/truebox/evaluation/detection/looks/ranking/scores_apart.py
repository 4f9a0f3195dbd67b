"""Scores of images that cannot be compared: of two scales, or scaled image by image."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.records import Predictions
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["scores_apart"]

_OUTSIDE = "W-307"
_FEWEST_IMAGES, _SHARE = 10, 0.1
_AT_LEAST = 3
_NEARLY_ALL = 0.95
_SUM_ALIKE = 1e-2
_ALIKE = 1e-6
_DIGITS = 1e3
_SHOWN = 3
_LOOKED_AT_FIRST, _EVERY = 40, 7


def scores_apart(
    result: Result, whole: StateRows, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-327) where scores of some images are of another scale, or each image has its own.

    Parameters
    ----------
    result : Result
        Of any geometry.
    whole : StateRows
        All detections of some images.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    if not result.metrics.get("AP"):
        return None
    if any(each.code == _OUTSIDE for each in result.warnings):
        said = _two_scales(result, evaluate_again)
        if said is not None:
            return said
    return _by_image(whole)


def _two_scales(result: Result, evaluate_again: Callable[[Predictions], Result]) -> Finding | None:
    """Of images with scores outside of [0, 1], whether these are percent or logits, and of others not."""
    state, overall = result.state, result.metrics["AP"] or 0.0
    score, image = state.score, state.image
    count = len(state.images)
    beyond = np.bincount(image[(score < 0) | (score > 1)], minlength=count) > 0
    within = (np.bincount(image, minlength=count) > 0) & ~beyond
    groups = int(beyond.sum()), int(within.sum())
    if min(groups) < max(_FEWEST_IMAGES, _SHARE * sum(groups)):
        return None
    rows = state.row[beyond[image]]
    best, words = overall, ""
    for what, read in _readings(result.predictions.scores[rows]):
        scores = result.predictions.scores.copy()
        scores[rows] = read
        otherwise = evaluate_again(replace(result.predictions, scores=scores)).metrics["AP"]
        if otherwise is not None and otherwise > best:
            best, words = otherwise, what
    if not gained(best, overall):
        return None
    shown = ", ".join(say(state.images[place]) for place in np.flatnonzero(beyond)[:_SHOWN].tolist())
    return Finding(
        "W-327",
        f"scores of {groups[0]:,} of {counted(sum(groups), 'image')} ({shown}, ...) are beyond [0, 1] and "
        f"those of the others are not; AP would be {best:.4f} instead of {overall:.4f} if those were {words}",
        groups[0],
    )


def _readings(scores: FloatArray) -> list[tuple[str, FloatArray]]:
    with np.errstate(over="ignore"):
        readings = [("logits, made probabilities", 1 / (1 + np.exp(-scores)))]
    if scores.min() >= 0 and scores.max() <= 100:
        readings.append(("percent, divided by 100", scores / 100))
    return readings


def _by_image(whole: StateRows) -> Finding | None:
    """Whether scores of each image add up to one number, or begin or end alike."""
    if not _first_alike(whole):
        return None
    order = np.lexsort((-whole.score, whole.image))
    score, image = whole.score[order], whole.image[order]
    first = np.flatnonzero(np.diff(image, prepend=-1))
    many = np.diff(first, append=len(score))
    kept = many >= _AT_LEAST
    if np.count_nonzero(kept) < _FEWEST_IMAGES:
        return None
    last = (first + many - 1)[kept]
    sums = np.add.reduceat(score, first)[kept]
    first, many = first[kept], many[kept]
    what = ""
    if _same(sums, _SUM_ALIKE).mean() >= _NEARLY_ALL and len(set(many.tolist())) > _AT_LEAST:
        what = f"the scores of an image add up to {np.median(sums):.3g}"
    elif _begin_alike(score, first, last):
        what = f"the best score of an image is {score[first[0]]:.6g} and the lowest {score[last[0]]:.6g}"
    elif _ranked(score, first):
        three = ", ".join(f"{each:.3g}" for each in score[first[0] : first[0] + 3].tolist())
        what = f"the best scores of an image are {three}"
    if not what:
        return None
    return Finding(
        "W-327",
        f"in each of {len(first):,} images looked at {what}, whatever it shows: scores that compare the "
        "detections of one image alone, where AP ranks those of all images together",
        len(first),
    )


def _first_alike(whole: StateRows) -> bool:
    """Whether three images have one best score or one sum: most have not, and that is all it takes."""
    first = whole.image[:: max(1, len(whole.image) // _LOOKED_AT_FIRST)].tolist()
    some = sorted(set(first))[::_EVERY][:_AT_LEAST]
    held = [whole.score[whole.image == place] for place in some]
    if len(held) < _AT_LEAST:
        return False
    best, sums = [float(each.max()) for each in held], [float(each.sum()) for each in held]
    return any(max(each) - min(each) <= 2 * _SUM_ALIKE * abs(each[0]) for each in (best, sums))


def _begin_alike(score: FloatArray, first: Int64Array, last: Int64Array) -> bool:
    """Whether nearly all images have one best and one lowest score, and all others many decimals."""
    ends = [_same(score[each], _ALIKE).mean() >= _NEARLY_ALL for each in (first, last)]
    if not all(ends) or score[first[0]] - score[last[0]] <= _ALIKE:
        return False
    inside = score[(score < score[first[0]] - _ALIKE) & (score > score[last[0]] + _ALIKE)] * _DIGITS
    return bool(len(inside) and (np.abs(inside - np.rint(inside)) > _ALIKE * _DIGITS).mean() > 0.5)


def _ranked(score: FloatArray, first: Int64Array) -> bool:
    """Whether nearly all images have the same three best scores, each another."""
    three = np.stack([score[first + k] for k in range(3)])
    apart = (three[0] - three[1] > _ALIKE) & (three[1] - three[2] > _ALIKE)
    alike = np.all([_same(each, _ALIKE) for each in three], axis=0)
    return bool((apart & alike).mean() >= _NEARLY_ALL)


def _same(values: FloatArray, slack: float) -> BoolArray:
    """Which are as the middle one."""
    middle = float(np.sort(values)[len(values) // 2])
    found: BoolArray = np.abs(values - middle) <= slack * max(abs(middle), 1e-9)
    return found

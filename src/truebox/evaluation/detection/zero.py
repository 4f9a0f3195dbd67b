"""A number of 0, near it, or none at all, with its reason in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox import fitting
from truebox._writing.counted import counted
from truebox.evaluation.detection.misfit import LEAST_ROWS, LEAST_SHARE, SUSPICIOUS, TIMES_BETTER, judged_by
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.records import Predictions, Truth

__all__ = ["with_zero_explained"]

_ZERO = 0.0005  # what tables print as 0.000
_ENOUGH = 20
"""Detections: of fewer, chance may decide."""
_BETTER = 1.5
"""By how much more detections must lie on objects elsewhere."""
_SMALLEST, _LARGEST = 8, 1.5
"""An object fills more than an eighth of its box, and not more than all of it."""
_HARDLY = 0.1
"""Of the most confident detections on any object: below, few detectors are as bad."""
_LOW = 0.08
"""Below this AP, so few as `LEAST_SHARE` on any object say enough."""


def with_zero_explained(result: Result, seen: Judged, evaluate_again: Callable[[Truth], Result]) -> Result:
    """The result with the reason of an AP near 0 or of none (W-312); as it is where AP is another number.

    Parameters
    ----------
    result : Result
        Of any geometry.
    seen : Judged
        Of the result.
    evaluate_again : callable
        Evaluates against another truth in the same way.
    """
    overall = result.metrics.get(judged_by(result))
    if overall is not None and overall >= SUSPICIOUS:
        return result
    why = next(_reasons(result, seen, evaluate_again), None)
    if why is None:
        return result
    return replace(result, warnings=(*result.warnings, Finding("W-312", why)))


def _reasons(result: Result, seen: Judged, evaluate_again: Callable[[Truth], Result]) -> Iterator[str]:
    """Why, the likeliest first; nothing where the reason is said already, or none is known."""
    name, truth, found = judged_by(result), result.truth, result.predictions
    overall = result.metrics.get(name)
    if result.truths == 0:
        yield (
            f"nothing in {truth.source.name} counts as an object to be found"
            f"{' in the images and classes evaluated' if len(truth) else ''}, "
            f"so {name} is {'undefined' if overall is None else f'{overall:g}'}"
        )
    if overall is None or len(found) == 0:
        return
    if result.geometry == "keypoints":
        yield from _by_areas(result, evaluate_again)
    sized = bool((found.boxes[:, 2:] > 0).any())  # marks overlap nothing
    placed = sized and not _mostly_right(result, seen)  # boxes, or those around shapes, tell where they lie
    if overall >= _ZERO:
        yield from _by_places(result, overall) if placed else ()
        return
    with_truth, with_found = set(truth.image.distinct().tolist()), set(found.image.distinct().tolist())
    if with_truth.isdisjoint(with_found):
        images = counted(len(with_found), "image")
        yield (
            f"{name} is 0: none of the {images} with detections has an object in {truth.source.name}; "
            "likely these are predictions for another split"
        )
    if len(found) < LEAST_ROWS:  # of one or two, a look at them says more than any sentence
        return
    yield from _by_overlaps(result, overall) if sized and found.boxed else ()
    yield from _by_places(result, overall) if placed else ()
    if overall == 0 and not (result.state.matched & ~result.state.ignored).any():
        yield f"{name} is 0: no detection is counted as right; Result.matches lists what each of them met"


def _mostly_right(result: Result, seen: Judged) -> bool:
    """Whether confident detections are right so often that they cannot be so much more often elsewhere."""
    certain = seen.right[seen.certain]
    many = 2 * int(np.count_nonzero(seen.right)) * seen.every >= result.truths
    return many and _BETTER * int(np.count_nonzero(certain)) >= len(certain) > 0


def _by_areas(result: Result, evaluate_again: Callable[[Truth], Result]) -> Iterator[str]:
    """Keypoints are forgiven by the area of their object: where it contradicts the box, that is tried."""
    truth = result.truth
    of_box = truth.boxes[:, 2] * truth.boxes[:, 3]
    odd = (
        (of_box > 0)
        & (truth.crowd == 0)
        & ((truth.area < of_box / _SMALLEST) | (truth.area > _LARGEST * of_box))
    )
    if 2 * np.count_nonzero(odd) <= len(truth):
        return
    row = int(odd.argmax())
    otherwise = evaluate_again(replace(truth, area=of_box)).metrics["AP"]
    overall = result.metrics["AP"] or 0
    if otherwise is None or otherwise < max(SUSPICIOUS, TIMES_BETTER * overall):
        return
    many = int(np.count_nonzero(odd))
    width, height = truth.boxes[row, 2:].tolist()
    yield (
        f"{counted(many, 'area contradicts', 'areas contradict')} the box in {truth.source.name} "
        f"(row {row}: area {truth.area[row]:g} for a box of {width:g} x {height:g}), and keypoints are "
        f"measured by it: AP {otherwise:.3f} with areas from the boxes instead of {overall:.3f}"
    )


def _by_overlaps(result: Result, overall: float) -> Iterator[str]:
    truth, found = result.truth, result.predictions
    # A few right ones may be among those that were not looked at.
    ap = f"{judged_by(result)} is {overall:.1g}"
    best = fitting.best_overlaps(truth, found)
    if len(best) < min(LEAST_ROWS, len(found)):
        return
    highest, lowest = float(best.max()), float(result.parameters.iou_thresholds.min())
    if highest < lowest:
        looked = "no detection" if len(best) == len(found) else f"none of the {len(best):,} best detections"
        what = f"{looked} overlaps any object of its image"
        if highest > 0:
            what = f"{looked} overlaps an object of its image by more than {highest:.2f}"
        hint = _of_another_size(truth, found) or (
            "" if highest or overall else "likely they are of another split"
        )
        yield f"{ap}: {what}{hint and '; '}{hint}"
    pairs = fitting.class_pairs(truth, found)
    if pairs and not result.parameters.class_agnostic and all(given != true for given, true in pairs):
        given, true = pairs[0]
        yield (
            f"{ap}: {counted(len(pairs), 'detection overlaps', 'detections overlap')} an object, but each of "
            f"another class (the first is {given!r} on {true!r})"
        )


def _by_places(result: Result, overall: float) -> Iterator[str]:
    """Where boxes would lie on objects; that hardly any does; or that their classes are others."""
    truth, found = _with_points_framed(result), result.predictions
    seen = fitting.displaced(truth, found)
    if seen.sampled < _ENOUGH:
        return
    ap = f"{judged_by(result)} is {overall:.2g}"
    on_objects = f"{seen.share:.0%} of the {seen.sampled:,} best detections"
    if seen.better_share >= max(LEAST_SHARE, _BETTER * seen.share):
        yield (
            f"{ap}: {on_objects} overlap an object of their image by half, {seen.better_share:.0%} would, "
            f"{seen.where}"
        )
    elif seen.share < (_HARDLY if overall >= _LOW else LEAST_SHARE):
        yield (
            f"{ap}: only {on_objects} overlap an object of their image by half; unless the detector is as "
            "bad, its boxes or images are numbered otherwise than those of the truth"
        )
    elif not result.parameters.class_agnostic and seen.share >= LEAST_SHARE:
        pairs = fitting.class_pairs(truth, found)
        same = sum(given == true for given, true in pairs) / max(1, len(pairs))
        if same < LEAST_SHARE:
            yield (
                f"{ap}: {on_objects} overlap an object of their image by half, but of these only {same:.0%} "
                "have the class of that object"
            )


def _with_points_framed(result: Result) -> Truth:
    """The truth whose boxes are those around its labelled points, where those of the detections are."""
    truth, keypoints = result.truth, result.truth.keypoints
    if result.predictions.boxed or result.predictions.keypoints is None or keypoints is None:
        return truth
    low = np.full((len(truth), 2), np.inf)
    high = -low
    for point in range(keypoints.per_row):  # a column at a time: of rows of seventeen NumPy is slow
        labelled, place = keypoints.of_point(point)
        np.minimum(low, place, out=low, where=labelled)
        np.maximum(high, place, out=high, where=labelled)
    framed = np.isfinite(low[:, :1])  # by some point
    size = np.subtract(high, low, out=np.zeros_like(low), where=framed)
    return replace(truth, boxes=np.concatenate([np.where(framed, low, 0), size], axis=1))


def _of_another_size(truth: Truth, found: Predictions) -> str:
    """What one factor for all boxes would do, where it does much."""
    sound = (truth.crowd == 0) & (truth.boxes[:, 2:] > 0).all(axis=1)
    sides = np.median(found.boxes[:, 2:], axis=0)
    if not sound.any() or not (sides > 0).all():
        return ""
    factors = np.median(truth.boxes[sound, 2:], axis=0) / sides
    best = fitting.best_overlaps(truth, found, factors.tolist())
    good = int(np.count_nonzero(best >= 0.5))
    if good < LEAST_ROWS or good < LEAST_SHARE * len(best):
        return ""
    return (
        f"with x times {factors[0]:.3g} and y times {factors[1]:.3g}, {good} of {len(best)} would by half: "
        "the boxes seem to be of pictures of another size"
    )

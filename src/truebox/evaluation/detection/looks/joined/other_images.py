"""Images with the detections of the image some places before or after: joined by a list that is off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.errors import InputError
from truebox.evaluation.detection.looks.gained import gained
from truebox.evaluation.detection.looks.joined.located import (
    AT_LEAST,
    FEWEST,
    SHARE_OF_IMAGES,
    told_of_confident,
)
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.evaluation.detection.looks.joined.located import Located
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.records import Predictions
    from truebox.typing import BoolArray

__all__ = ["of_other_images"]

_STEPS = (1, -1, 2, -2, 3, -3, 4, -4, 5, -5)
_AGREED = 0.6
"""How many of the detections of an image must lie on objects of the other one, and none on its own."""
_TIMES_OTHERS = 4
_SHOWN = 3


def of_other_images(
    result: Result, seen: Judged, whole: StateRows, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-323) where many images have the detections of the one so many places further on.

    In each none of the confident detections lies on an object of its own, and three in five lie on one of
    their class in the other. These must be five images, one in twenty, and four times as many as lie so on
    those of images at any other distance, which is what chance does.

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
    if overall is None or len(result.state.images) < 2 * FEWEST:
        return None
    found = told_of_confident(result, seen, whole, _told)
    if found is None:
        return None
    step, images, looked_at = found
    places = np.arange(len(images)) + step
    tried = [images, (places >= 0) & (places < len(images))]
    try:
        metrics = [evaluate_again(_moved(result, each, step)).metrics["AP"] for each in tried]
    except InputError:  # a protocol that wants every image listed
        return None
    of_all = (metrics[1] or 0.0) > (metrics[0] or 0.0)
    otherwise = metrics[of_all]
    if not gained(otherwise, overall):
        return None
    names, places = result.state.images, np.flatnonzero(images)
    whose = "all detections" if of_all else "they"
    many = len(places)
    shown = ", ".join(
        f"{say(names[place])} has those of {say(names[place + step])}" for place in places[:_SHOWN].tolist()
    )
    where = f"{abs(step)} {'place' if abs(step) == 1 else 'places'} {'later' if step > 0 else 'earlier'}"
    return Finding(
        "W-323",
        f"in {many:,} of {counted(looked_at, 'image')} with {AT_LEAST} confident detections or more none of "
        f"these lies on an object, and most lie on those of the image {where} in the order of ids "
        f"({shown}, ...); AP would be {otherwise:.4f} instead of {overall:.4f} if {whose} were given to "
        "that one: join detections and images by name, not by place",
        many,
    )


def _told(found: Located, count: int) -> tuple[int, BoolArray, int] | None:
    """The distance, the images, and how many were looked at."""
    many = np.bincount(found.image, minlength=count)
    own = np.bincount(found.image, weights=found.overlaps()[0] >= 0.5, minlength=count)
    looked_at = many >= AT_LEAST
    lost = looked_at & (own == 0)
    if np.count_nonzero(lost) < max(FEWEST, SHARE_OF_IMAGES * np.count_nonzero(looked_at)):
        return None
    there = []
    for step in _STEPS:
        right = np.bincount(found.image, weights=found.overlaps(step)[1], minlength=count)
        there.append(lost & (right >= AT_LEAST) & (right >= _AGREED * many))
    counts = [int(np.count_nonzero(each)) for each in there]
    best = int(np.argmax(counts))
    others = max(each for place, each in enumerate(counts) if place != best)
    if counts[best] < max(FEWEST, SHARE_OF_IMAGES * np.count_nonzero(looked_at), _TIMES_OTHERS * others):
        return None
    return _STEPS[best], there[best], int(np.count_nonzero(looked_at))


def _moved(result: Result, images: BoolArray, step: int) -> Predictions:
    """The predictions with those of these images given to the one so many places further on."""
    found, names = result.predictions, result.state.images
    meant = {names[place]: names[place + step] for place in np.flatnonzero(images).tolist()}
    values = found.image
    moved = [meant.get(each, each) for each in (values[row] for row in range(len(found)))]
    return replace(found, image=Ids.of(moved))

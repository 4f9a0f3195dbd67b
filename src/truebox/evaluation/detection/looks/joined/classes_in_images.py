"""Images in which classes are numbered otherwise than in the others: two files of results put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._named import NamedTuple
from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.evaluation.detection.looks.gained import gained
from truebox.evaluation.detection.looks.joined.located import (
    AT_LEAST,
    FEWEST,
    HARDLY,
    SHARE_OF_CLASSES,
    told_of_confident,
)
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.evaluation.detection.looks.joined.located import Located
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.records import Predictions
    from truebox.typing import BoolArray, Int64Array

__all__ = ["of_other_classes"]

_ELSEWHERE = 0.6
"""How many of the detections on objects have their class in the other images."""
_TIMES_CHANCE = 5
_FEWEST_PAIRS, _AGREED = 10, 0.7
_MIXED = 0.5
"""In how many of the images that have several classes two of them or more follow the rule."""
_SHOWN = 3


class _Otherwise(NamedTuple):
    """Predicted class to the one that is meant, the images, how many were looked at, what others agree."""

    meant: Mapping[int, int]
    images: BoolArray
    looked_at: int
    elsewhere: float


def of_other_classes(
    result: Result, seen: Judged, whole: StateRows, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-322) where detections of some images have other classes than their objects, by one rule.

    The rule is found in every second of these images and must hold in the others; it gives two classes at
    least each another, and in the rest of the images the same classes mean themselves.

    Parameters
    ----------
    result : Result
        Of any geometry and several classes.
    seen : Judged
        Of the result.
    whole : StateRows
        All detections of some images.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall = result.metrics.get("AP")
    if overall is None or len(result.per_class) < 2:
        return None
    found = told_of_confident(result, seen, whole, _told)
    if found is None:
        return None
    otherwise = evaluate_again(_renamed(result, found)).metrics["AP"]
    if not gained(otherwise, overall):
        return None
    ids, names = [each.id for each in result.per_class], [each.name for each in result.per_class]
    pairs = ", ".join(
        f"{ids[a]!r} ({say(names[a])}) on {ids[b]!r} ({say(names[b])})"
        for a, b in list(found.meant.items())[:_SHOWN]
    )
    places = np.flatnonzero(found.images)
    shown = ", ".join(say(result.state.images[place]) for place in places[:_SHOWN].tolist())
    return Finding(
        "W-322",
        f"in {len(places):,} of {counted(found.looked_at, 'image')} ({shown}, ...) detections lie on objects "
        f"of other classes by one rule, {pairs}{' ...' if len(found.meant) > _SHOWN else ''}; in the others "
        f"{found.elsewhere:.0%} have the class of their object. AP would be {otherwise:.4f} instead of "
        f"{overall:.4f} if the classes of these images were so: were results of two lists of classes put "
        "together?",
        len(places),
    )


def _told(found: Located, count: int) -> _Otherwise | None:
    best, _, true = found.overlaps()
    on = best >= 0.5
    image, category, true = found.image[on], found.category[on], true[on]
    many = np.bincount(image, minlength=count)
    agree = np.bincount(image, weights=category == true, minlength=count)
    looked = many >= AT_LEAST
    bad = looked & (agree <= HARDLY * many)
    number, rest = int(np.count_nonzero(bad)), ~bad[image]
    if number < max(FEWEST, SHARE_OF_CLASSES * np.count_nonzero(looked)) or not rest.any():
        return None
    share = float((category == true)[rest].mean())
    if share < _ELSEWHERE or number < _TIMES_CHANCE * float(((1 - share) ** many[looked]).sum()):
        return None
    if not _by_one_rule(category, true, rest, (np.cumsum(bad) % 2 == 0)[image]):
        return None
    meant = _rule(category[~rest], true[~rest])
    if not _of_several(image[~rest], category[~rest], true[~rest], meant):
        return None
    return _Otherwise(meant, bad, int(np.count_nonzero(looked)), share)


def _by_one_rule(category: Int64Array, true: Int64Array, rest: BoolArray, second: BoolArray) -> bool:
    """Whether the rule of every other image holds in the others; its classes mean themselves elsewhere."""
    meant = _rule(category[~rest & ~second], true[~rest & ~second])
    if len(meant) < 2 or len(set(meant.values())) < 0.8 * len(meant):
        return False
    table = np.full(int(max(category.max(), true.max())) + 1, -1, dtype=np.int64)
    table[list(meant)] = list(meant.values())
    ruled = table[category] >= 0
    checked, elsewhere = ~rest & second & ruled, rest & ruled
    if min(np.count_nonzero(checked), np.count_nonzero(elsewhere)) < _FEWEST_PAIRS:
        return False
    right = (table[category] == true)[checked].mean(), (category == true)[elsewhere].mean()
    return bool(right[0] >= _AGREED and right[1] >= _ELSEWHERE)


def _of_several(image: Int64Array, category: Int64Array, true: Int64Array, meant: Mapping[int, int]) -> bool:
    """Whether several classes of an image follow the rule.

    A detector that takes sheep for goats takes all of a picture so, but the sheep alone.
    """
    classes: dict[int, set[int]] = {}
    ruled: dict[int, set[int]] = {}
    for place, own, other in zip(image.tolist(), category.tolist(), true.tolist(), strict=True):
        classes.setdefault(place, set()).add(own)
        if meant.get(own) == other:
            ruled.setdefault(place, set()).add(own)
    able = sum(len(each) > 1 for each in classes.values())
    return sum(len(each) > 1 for each in ruled.values()) >= max(FEWEST, _MIXED * able)


def _rule(category: Int64Array, true: Int64Array) -> dict[int, int]:
    """Each predicted class to the one that most of its detections lie on, where that is another."""
    meant = {}
    for each in sorted(set(category.tolist())):
        times = np.bincount(true[category == each])
        most = int(times.argmax())
        if times[most] >= AT_LEAST and 2 * times[most] > times.sum() and most != each:
            meant[each] = most
    return meant


def _renamed(result: Result, found: _Otherwise) -> Predictions:
    """The predictions with the classes of these images as they are meant."""
    predictions, ids = result.predictions, [each.id for each in result.per_class]
    meant = {ids[a]: ids[b] for a, b in found.meant.items()}
    images = {result.state.images[place] for place in np.flatnonzero(found.images).tolist()}
    image, category = predictions.image, predictions.category
    named = [category[row] for row in range(len(predictions))]
    renamed = [meant.get(each, each) if image[row] in images else each for row, each in enumerate(named)]
    return replace(predictions, category=Ids.of(renamed))

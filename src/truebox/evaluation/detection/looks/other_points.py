"""Keypoints in another order than the truth has, such as left and right exchanged, in all images or some."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox import fitting
from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.errors import InputError
from truebox.evaluation.detection.looks.gained import gained
from truebox.evaluation.matches.judged import judged
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.records import Predictions
    from truebox.typing import BoolArray, Int64Array

__all__ = ["other_points"]

_MOST_ROWS = 200_000
_HIGH = 0.9
_NEARLY_ALL = 0.8
_SUSPICIOUS, _TIMES_MORE = 0.15, 3
_SHOWN = 3
_LISTED = 20


def other_points(
    result: Result, seen: Judged, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-331) where points of many detections fit their objects far better in one other order.

    Parameters
    ----------
    result : Result
        Of keypoints.
    seen : Judged
        Of the result.
    evaluate_again : callable
        Evaluates other predictions in the same way.

    Raises
    ------
    InputError
        E-470: of nearly all detections, and AP is near zero as read and good so.
    """
    overall, ground, truth, found = result.metrics.get("AP"), result.ground, result.truth, result.predictions
    if overall is None or overall >= _HIGH or ground is None or len(result.state) > _MOST_ROWS:
        return None
    held = ground.columns.image >= 0
    true = fitting.RowsByImage(ground.columns.rows[held], ground.columns.image[held])
    certain = seen.certain
    rows = fitting.RowsByImage(seen.row[certain], seen.image[certain])
    first = fitting.order_of_points(truth, found, rows, true)
    if first is None:
        return None
    every = first.better.mean() >= _NEARLY_ALL
    images = np.ones(len(result.state.images), dtype=bool) if every else _images(result, first.order, true)
    exchanged = result.state.row[images[result.state.image]]
    otherwise = evaluate_again(fitting.points_in_order(found, first.order, exchanged)).metrics["AP"]
    if not gained(otherwise, overall):
        return None
    order = _order(first.order)
    if every and overall < _SUSPICIOUS and otherwise >= max(_SUSPICIOUS, _TIMES_MORE * overall):
        raise InputError(
            "E-470",
            found.source.name,
            f"AP {overall:.2f} as given; {otherwise:.2f} if the points were in another order: {order}",
            "write the points in the order of the truth, or rerun with --no-fit-test if they are right",
        )
    many = int(np.count_nonzero(images))
    shown = ", ".join(say(result.state.images[place]) for place in np.flatnonzero(images)[:_SHOWN].tolist())
    where = "" if every else f" in {counted(many, 'image')} ({shown}, ...)"
    return Finding(
        "W-331",
        f"points of {np.count_nonzero(first.better):,} of {len(first.better):,} confident detections on "
        f"an object lie far closer to its points in another order: {order}; AP would be {otherwise:.4f} "
        f"instead of {overall:.4f} if they were in that order{where}",
        int(np.count_nonzero(first.better)),
    )


def _images(result: Result, order: Int64Array, true: fitting.RowsByImage) -> BoolArray:
    """Images in which more of the detections on an object lie closer in this order than not."""
    seen = judged(result, _MOST_ROWS)
    place = np.full(len(result.predictions), -1, dtype=np.int64)
    place[seen.row] = seen.image
    rows = fitting.RowsByImage(seen.row[seen.certain], seen.image[seen.certain])
    all_of_them = fitting.order_of_points(result.truth, result.predictions, rows, true, order=order)
    count = len(result.state.images)
    if all_of_them is None:
        return np.zeros(count, dtype=bool)
    image = place[all_of_them.row]
    closer = np.bincount(image, weights=all_of_them.better, minlength=count)
    most: BoolArray = closer > np.bincount(image, minlength=count) / 2
    return most


def _order(order: Int64Array) -> str:
    """Which places change, counted from 1."""
    moved = np.flatnonzero(order != np.arange(len(order)))
    swaps = [(k, int(order[k])) for k in moved.tolist() if order[order[k]] == k and k < order[k]]
    if 2 * len(swaps) == len(moved):
        return f"{', '.join(f'{a + 1} and {b + 1}' for a, b in swaps[:_LISTED])} exchanged"
    return f"{', '.join(str(k + 1) for k in order.tolist()[:_LISTED])} as read"

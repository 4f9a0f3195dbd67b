"""What an evaluation will need, estimated before it begins, so that it need not die half way."""

from __future__ import annotations

import os
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from truebox._widened import held_values
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.states.deferred import LARGEST_TABLE

if TYPE_CHECKING:
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.records import Ids, Predictions, Truth

__all__ = ["bytes_held", "largest_group", "memory_need", "refuse_beyond_memory"]

_NUMBER = 8
_MOST_COUNTED = 1 << 30
_STATE_COLUMNS = 28
# What every machine has: below it nothing is looked at twice.
_ALWAYS_THERE = 1 << 30


def refuse_beyond_memory(
    truth: Truth, predictions: Predictions, parameters: CocoParameters, limit: int | None, threads: int
) -> None:
    """Raise E-483 where an evaluation needs more than `limit` bytes; by default more than the machine has."""
    if limit is not None and limit <= 0:
        raise ArgumentError(
            f"max_memory: expected a positive number of bytes, got {limit}. Fix: pass 8 << 30."
        )
    need = memory_need(truth, predictions, parameters, threads)
    total = sum(need.values())
    if limit is None:
        limit = _installed() if total > _ALWAYS_THERE else None
    if limit is None or total <= limit:
        return
    what, largest = max(need.items(), key=lambda item: item[1])
    raise InputError(
        "E-483",
        predictions.source.name,
        f"the evaluation needs about {_say(total)}, {_say(largest)} of it for {what}; "
        f"the limit is {_say(limit)}",
        "evaluate fewer classes, images, thresholds or detections per image, or raise --max-memory",
    )


def memory_need(
    truth: Truth, predictions: Predictions, parameters: CocoParameters, threads: int
) -> dict[str, int]:
    """Bytes for each large part, estimated from above.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.evaluation.states.parameters import coco_parameters
    >>> arrays = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    >>> truth, found = tb.read_truth([arrays]), tb.read_predictions([{**arrays, "scores": [1]}])
    >>> need = memory_need(truth, found, coco_parameters(), 1)
    >>> need["the precision of 1 class"] == 2 * 10 * 101 * 4 * 3 * 8
    True
    """
    thresholds, recalls = len(parameters.iou_thresholds), len(parameters.recall_thresholds)
    areas, caps = len(parameters.area_ranges), parameters.max_detections
    classes = 1 if parameters.class_agnostic else len(truth.categories)
    at_one_place = thresholds * recalls * _NUMBER
    table = classes * areas * len(caps) * at_one_place
    if table > LARGEST_TABLE:  # made place by place, of the classes that have truth
        table = min(classes, len(truth)) * at_one_place + classes * areas * len(caps) * thresholds * _NUMBER
    words = 2 * areas * -(-thresholds // 64) * _NUMBER
    compared = min(caps[-1], len(predictions)) * len(truth) * _NUMBER
    if compared > _ALWAYS_THERE:  # the fullest image bounds it closer, at the price of a look at every row
        compared = min(caps[-1], largest_group(predictions.image)) * largest_group(truth.image) * _NUMBER
    return {
        f"the precision of {classes} {'class' if classes == 1 else 'classes'}": 2 * table,
        f"the rows of {len(truth)} objects and {len(predictions)} detections": bytes_held(truth)
        + bytes_held(predictions),
        f"the outcomes of {len(predictions)} detections": len(predictions) * (words + _STATE_COLUMNS),
        "the overlaps of the fullest image": compared * max(threads, 1),
    }


def bytes_held(side: Truth | Predictions) -> int:
    """Bytes of the columns of rows, with their masks and points.

    Examples
    --------
    >>> import truebox as tb
    >>> bytes_held(tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 5, "labels": [1] * 5}])) // 5
    58
    """
    held = [side.boxes]
    held += [getattr(side, name) for name in ("scores", "area", "crowd", "ignore") if hasattr(side, name)]
    masks, points = side.segmentations, side.keypoints
    held += [] if masks is None else [held_values(masks, each.name) for each in fields(masks)]
    held += [] if points is None else points.columns
    ids = _NUMBER * (len(side.image) + len(side.category))
    sizes = np.empty(0) if masks is None else held_values(masks, "sizes")
    columns = sum(int(each.nbytes) for each in held if isinstance(each, np.ndarray))
    return ids + _NUMBER * sizes.size - sizes.nbytes + columns


def largest_group(ids: Ids) -> int:
    """How often the most frequent id occurs; as ``numpy.unique`` counts, which would import ``numpy.ma``.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.records import Ids
    >>> largest_group(Ids(np.array([7, 7, 2**60])))
    2
    """
    if len(ids) == 0:
        return 0
    values = held_values(ids, "values")
    lowest, highest = int(values.min()), int(values.max())
    if highest - lowest < min(4 * len(ids), _MOST_COUNTED):  # ids mostly count on
        return int(np.bincount(values - lowest).max())
    ordered = values.copy()
    ordered.sort()
    ends = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return int(np.diff(ends, prepend=0, append=len(ordered)).max())


def _installed() -> int | None:
    """Bytes of memory in this machine, where the system says."""
    try:
        return int(os.sysconf("SC_PHYS_PAGES")) * int(os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):  # not on every system
        return None


def _say(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.1f} MB"

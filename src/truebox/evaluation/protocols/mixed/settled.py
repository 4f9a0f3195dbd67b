"""What is made of a matching afterwards: small truths need less, or all classes share one curve."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.protocols.mixed.same_cell import same_cell

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.rules import Rules
    from truebox.typing import BoolArray, Int64Array

__all__ = ["as_one_class", "with_small_forgiven"]

_ADDED = 10.0
"""Pixels by which a detection of a small truth may be off in either direction: of ImageNet."""


def with_small_forgiven(case: Case, matched: Matched, rules: Rules) -> Matched:
    """Matched again: a truth of w x h is found from an IoU of w h / (w + 10) / (h + 10) on, if that is less.

    Detections ask in the order in which they stand, each takes the free truth that it overlaps most, of equal
    ones one that counts, then the first; what takes a truth that does not count is ignored. Of one area
    range.
    """
    state, columns = matched.state, matched.columns
    images = len(state.images) + 1
    used = (columns.image >= 0) & (columns.category >= 0)
    kind: Any = np.float32 if rules.overlap == "single" else np.float64
    pairs = same_cell(
        state.category.astype(np.int64) * images + state.image,
        case.predictions.boxes[state.row],
        np.where(used, columns.category.astype(np.int64) * images + columns.image, -1),
        columns.boxes,
        rules,
    )
    sides: Any = columns.boxes[:, 2:].astype(kind)
    width, height = sides.T
    enough = (width * height) / ((width + kind(_ADDED)) * (height + kind(_ADDED)))
    thresholds = state.parameters.iou_thresholds
    least = np.minimum(enough, kind(thresholds.min()))[pairs.true]
    some = np.flatnonzero(pairs.iou >= least)  # most pairs reach no threshold
    uncounted = np.zeros(len(columns.boxes), dtype=bool)
    if case.uncounted is not None:
        uncounted = case.uncounted[columns.rows] != 0
    keys = pairs.true[some], uncounted[pairs.true[some]], -pairs.iou[some], pairs.found[some]
    order = some[np.lexsort(keys)]
    found, true, iou = pairs.found[order], pairs.true[order], pairs.iou[order]
    bits, ignored = np.zeros_like(state.matched), np.zeros_like(state.ignored)
    partners = np.full((len(case.predictions), len(thresholds)), -1, dtype=np.int64)
    for bit, threshold in enumerate(thresholds.tolist()):
        needed = np.minimum(enough, kind(threshold))[true]
        fits = iou > needed if rules.exceeds else iou >= needed
        taken = _taken(found[fits], true[fits], len(state), len(columns.boxes))
        held = np.flatnonzero(taken >= 0)
        bits[held, bit // 64] |= np.uint64(1 << (bit % 64))
        neutral = held[uncounted[taken[held]]]
        ignored[neutral, bit // 64] |= np.uint64(1 << (bit % 64))
        partners[state.row[held], bit] = columns.rows[taken[held]]
    settled = replace(state, matched=bits, ignored=ignored)
    return replace(matched, state=settled, partners=partners)


def _taken(found: Int64Array, true: Int64Array, detections: int, truths: int) -> Int64Array:
    """The truth of each detection, -1 without one: detections choose in turn, each its first free truth.

    Pairs are sorted by detection, then by preference. Asking all at once, where an earlier detection drives
    out a later one, comes to the same.
    """
    first = np.searchsorted(found, np.arange(detections))
    end = np.searchsorted(found, np.arange(detections), side="right")
    holder = np.full(truths, detections, dtype=np.int64)
    asking: Int64Array = np.flatnonzero(first < end)
    at = first.copy()
    while len(asking):
        wanted = true[at[asking]]
        before = holder[wanted]
        np.minimum.at(holder, wanted, asking)
        now = holder[wanted]
        driven = np.unique(before[(before < detections) & (now < before)])
        again = np.concatenate([asking[now != asking], driven])
        at[again] += 1
        asking = again[at[again] < end[again]]
    taken = np.full(detections, -1, dtype=np.int64)
    held: BoolArray = holder < detections
    taken[holder[held]] = np.flatnonzero(held)
    return taken


def as_one_class(matched: Matched) -> Matched:
    """What was matched class by class, with all detections and truths in the first class.

    Each keeps its rank in its own class, so that limits are as they were.
    """
    state = matched.state
    order = np.lexsort((-state.score, state.image))  # equal scores of an image: by class
    truths = np.zeros_like(state.truths)
    truths[:1] = state.truths.sum(axis=0)
    joined = replace(
        state,
        score=state.score[order],
        category=np.zeros(len(order), dtype=np.int32),
        image=state.image[order],
        row=state.row[order],
        rank=state.rank[order],
        matched=state.matched[order],
        ignored=state.ignored[order],
        truths=truths,
        boxes=None if state.boxes is None else state.boxes[order],
    )
    return replace(matched, state=joined)

"""The LVIS protocol: a federated truth, a limit per image over all classes, frequency groups."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import ArgumentError
from truebox.evaluation.states.accumulation import Curves
from truebox.evaluation.states.summary import Summary, summarise

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Federation, Ids, Predictions, Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array

__all__ = [
    "FREQUENCY_GROUPS",
    "federated_alignment",
    "frequency_of",
    "ignore_not_exhaustive",
    "lvis_summary",
    "without_empty",
]

FREQUENCY_GROUPS = (("APr", "r"), ("APc", "c"), ("APf", "f"))
"""Metric and the frequency of the classes it averages over."""

_NAMES = {"r": "rare", "c": "common", "f": "frequent"}
_NEVER = -1


class _Pairs:
    """A set of (image, category) pairs of an alignment."""

    def __init__(self, images: int, categories: int) -> None:
        self._categories = categories
        self._held = np.zeros(images * categories, dtype=bool)

    def add(self, image: Any, category: Any) -> None:
        good = (image >= 0) & (category >= 0)
        self._held[self._keys(image[good], category[good])] = True

    def hold(self, image: Any, category: Any) -> BoolArray:
        held: BoolArray = self._held[self._keys(image, category)]
        return held

    def _keys(self, image: Any, category: Any) -> Any:
        return image.astype(np.int64) * self._categories + category


def federated_alignment(
    truth: Truth, predictions: Predictions, alignment: Alignment, max_detections: int
) -> Alignment:
    """Leave out what the reference leaves out: beyond the limit of an image, or of classes nobody looked for.

    Parameters
    ----------
    truth : Truth
        Read for LVIS.
    predictions : Predictions
        Their scores decide which of them are within the limit.
    alignment : Alignment
        As for COCO.
    max_detections : int
        The best so many of an image count, over all classes.
    """
    image = _limited(alignment.predicted_image, predictions.scores, max_detections)
    asked = _Pairs(len(alignment.images), len(alignment.categories))
    positive = truth.area > 0  # the reference loads no others
    asked.add(alignment.true_image[positive], alignment.true_category[positive])
    stated = _federation(truth)
    negative = np.asarray(stated.negative, dtype=bool)
    rows_of_image, rows_of_category = _places(truth, alignment)
    asked.add(rows_of_image[stated.image[negative]], rows_of_category[stated.category[negative]])
    category = alignment.predicted_category
    evaluated = np.flatnonzero((image >= 0) & (category >= 0))
    unasked = evaluated[~asked.hold(image[evaluated], category[evaluated])]
    image[unasked] = _NEVER
    true_image = np.where(positive, alignment.true_image, _NEVER).astype(np.int32)
    return replace(alignment, predicted_image=image, true_image=true_image)


def without_empty(alignment: Alignment, area: FloatArray) -> Alignment:
    """Leave out detections without area, which the reference does not load."""
    image = np.where(area > 0, alignment.predicted_image, _NEVER).astype(np.int32)
    return replace(alignment, predicted_image=image)


def _limited(image: Int32Array, scores: FloatArray, most: int) -> Int32Array:
    """The images of detections, -1 for those beyond the `most` best of their image."""
    counts = np.bincount(image[image >= 0], minlength=1)
    crowded = np.flatnonzero(counts > most)
    limited = image.copy()
    rows = np.flatnonzero(np.isin(image, crowded)) if len(crowded) else np.empty(0, dtype=np.int64)
    if len(rows) == 0:
        return limited
    order = rows[np.lexsort((-scores[rows], image[rows]))]  # stable: the first row wins an equal score
    ordered = image[order]
    begin = np.flatnonzero(np.diff(ordered, prepend=-2))
    rank = np.arange(len(order)) - np.repeat(begin, np.diff(np.append(begin, len(order))))
    limited[order[rank >= most]] = _NEVER
    return limited


def _federation(truth: Truth) -> Federation:
    if truth.federation is None:
        raise ArgumentError(
            f"truth: {truth.source.name} was read without what LVIS adds. "
            "Fix: pass the file or its parsed content."
        )
    return truth.federation


def _places(truth: Truth, alignment: Alignment) -> tuple[Int32Array, Int32Array]:
    """Index in the alignment of each image and category of the truth, -1 where it is not evaluated."""
    tables = []
    for listed, evaluated in (
        (truth.images.ids, alignment.images),
        (truth.categories.ids, alignment.categories),
    ):
        place = {evaluated[row]: row for row in range(len(evaluated))}
        tables.append(
            np.array([place.get(listed[row], _NEVER) for row in range(len(listed))], dtype=np.int32)
        )
    return tables[0], tables[1]


def ignore_not_exhaustive(truth: Truth, alignment: Alignment, matched: Matched) -> Matched:
    """Unmatched detections of classes that were not labelled exhaustively in their image do not count."""
    stated = _federation(truth)
    loose = ~np.asarray(stated.negative, dtype=bool)
    rows_of_image, rows_of_category = _places(truth, alignment)
    pairs = _Pairs(len(alignment.images), len(alignment.categories))
    pairs.add(rows_of_image[stated.image[loose]], rows_of_category[stated.category[loose]])
    state = matched.state
    rows = pairs.hold(state.image, state.category)
    ignored = state.ignored.copy()
    ignored[rows] |= ~state.matched[rows]
    return replace(matched, state=replace(state, ignored=ignored))


def frequency_of(truth: Truth, categories: Ids) -> AnyArray:
    """How often each category occurs, as the truth states it: ``"r"``, ``"c"`` or ``"f"``."""
    rows = {truth.categories.ids[row]: row for row in range(len(truth.categories))}
    stated = _federation(truth).frequency
    return np.array([stated[rows[categories[k]]] for k in range(len(categories))])


def lvis_summary(truth: Truth, alignment: Alignment, state: MatchState, curves: Curves) -> Summary:
    """The thirteen numbers: as COCO at the one limit, and AP of the three frequency groups."""
    whole = summarise(state, curves)
    frequency = frequency_of(truth, alignment.categories)
    metrics, undefined = dict(whole.metrics), dict(whole.undefined)
    groups: dict[str, float | None] = {}
    for key, label in FREQUENCY_GROUPS:
        chosen = np.flatnonzero(frequency == label)
        part = replace(
            curves,
            precision=curves.precision[:, :, chosen],
            recall=curves.recall[:, chosen],
            ties=curves.ties[chosen],
        )
        groups[key] = summarise(replace(state, truths=state.truths[chosen]), part).metrics["AP"]
        if groups[key] is None:
            undefined[key] = f"no truth of {_NAMES[label]} classes"
    position = [key for key in metrics if key.startswith("AP")]
    ordered = {key: metrics[key] for key in position} | groups | metrics
    stats = np.array([-1.0 if value is None else value for value in ordered.values()])
    return Summary(metrics=ordered, undefined=undefined, stats=stats)

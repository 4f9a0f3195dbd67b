"""True and false positives of all classes by falling score, counted under weights of the images."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import OutcomeOrder
    from truebox.typing import AnyArray, BoolArray, Int64Array

__all__ = ["DrawnMeasure", "FalseAlarms", "OrderedHits", "most_alarms", "running_total"]

DrawnMeasure: TypeAlias = Callable[["AnyArray", "AnyArray"], "AnyArray"]
"""From weights of the images [I] and truths of the classes [K] to what a measure gives for such a draw."""


def running_total(values: AnyArray) -> AnyArray:
    """The sums of the first 0, 1, 2 ... values [N + 1].

    Examples
    --------
    >>> running_total(np.array([2, 1])).tolist()
    [0, 2, 3]
    """
    total = np.empty(len(values) + 1, dtype=np.float64 if values.dtype.kind == "f" else np.int64)
    total[0] = 0
    np.cumsum(values, out=total[1:])
    return total


class OrderedHits:
    """The detections of all classes, one class after the other, with what chance makes of their counts.

    Parameters
    ----------
    order : OutcomeOrder
    hit : bool array [N]
        True positives among the detections that `kept` keeps.
    kept : bool array or int array
        Which detections of the order count, or in which order.
    offsets : int array [K + 1], optional
        Where each class begins among those kept, where `kept` is not a flag.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.evaluation.states.class_outcomes import OutcomeOrder
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> order = OutcomeOrder(state, 0, 100, np.array([0]))
    >>> found = OrderedHits(order, order.hit[:, 0], np.array([True]))
    >>> found.counts(np.array([3]))[0].tolist()  # the image was drawn three times
    [0, 3]
    """

    def __init__(
        self, order: OutcomeOrder, hit: BoolArray, kept: AnyArray, offsets: Int64Array | None = None
    ) -> None:
        self.offsets = running_total(kept)[order.offsets] if offsets is None else offsets
        self.image, self.score = order.image[kept].astype(np.intp), order.score[kept]
        self.hit: BoolArray = hit[kept]
        self.rows = np.flatnonzero(self.hit)
        """Of the hits."""
        self.before: AnyArray = running_total(self.hit)
        """Hits before each detection [N + 1]."""
        self._image_of_hit = self.image[self.rows]

    def counts(self, weights: AnyArray) -> tuple[AnyArray, AnyArray]:
        """How many detections [N + 1] and hits [H + 1] stand before each."""
        return running_total(weights.take(self.image)), self.hits(weights)

    def hits(self, weights: AnyArray) -> AnyArray:
        """How many hits stand before each hit [H + 1]."""
        return running_total(weights.take(self._image_of_hit))

    def run_ends(self) -> Int64Array:
        """For each detection the place behind the last of its class and score [N]."""
        first = np.zeros(len(self.score) + 1, dtype=bool)
        first[1:-1] = self.score[1:] != self.score[:-1]
        first[self.offsets] = True
        starts = np.flatnonzero(first)
        ends: Int64Array = np.repeat(starts[1:], np.diff(starts))
        return ends


class FalseAlarms:
    """True positives by the false ones that stand before them, of all classes.

    Parameters
    ----------
    found : OrderedHits
        Of which every detection is true or false.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.evaluation.states.class_outcomes import OutcomeOrder
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> order = OutcomeOrder(state, 0, 100, np.array([0]))
    >>> alarms = FalseAlarms(OrderedHits(order, order.hit[:, 0], np.array([True])))
    >>> hits, false = alarms.counts(np.array([3]))
    >>> alarms.hits_before(hits, alarms.crossing(false, np.array([0]), "right")).tolist()
    [[3]]
    """

    def __init__(self, found: OrderedHits) -> None:
        self.found = found
        self.rows = np.flatnonzero(~found.hit)
        """Of the false positives."""
        self.offsets = found.offsets - found.before[found.offsets]
        """Where each class begins among them [K + 1]."""
        self.hit_offsets = found.before[found.offsets]
        self._image = found.image[self.rows]
        self._before = np.append(found.before[self.rows], 0)

    def counts(self, weights: AnyArray) -> tuple[AnyArray, AnyArray]:
        """How many hits [H + 1] and false positives [F + 1] stand before each of their kind."""
        return self.found.hits(weights), running_total(weights.take(self._image))

    def crossing(self, false: AnyArray, most: AnyArray, side: str) -> AnyArray:
        """The first false positive of each class with more than so many up to it [K, A], or the class's end.

        With ``"left"`` the first with at least so many.
        """
        asked = false[self.offsets[:-1], None] + most
        places = np.searchsorted(false[1:], asked, side="left" if side == "left" else "right")
        return np.minimum(places, self.offsets[1:, None])

    def hits_before(self, hits: AnyArray, places: AnyArray) -> AnyArray:
        """The hits of the class before false positives, as `crossing` gives them [K, A]."""
        inside = places < self.offsets[1:, None]
        before = np.where(inside, self._before[places], self.hit_offsets[1:, None])
        found: AnyArray = hits[before] - hits[self.hit_offsets[:-1], None]
        return found


def most_alarms(references: AnyArray, images: int) -> AnyArray:
    """The most false positives whose number by image is at most each reference [A].

    Examples
    --------
    >>> most_alarms(np.array([0.1, 0.3, 1.0]), 10).tolist()
    [1, 3, 10]
    """
    asked = np.asarray(references)
    near = np.floor(asked * images)[:, None] + np.arange(-1, 2)
    within = (near >= 0) & (near / max(images, 1) <= asked[:, None])
    most: AnyArray = np.where(within, near, -1).max(axis=1).astype(np.int64)
    return most

"""Boxes that would sit on their truth at another place: of another scale, moved, or in the next image."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.fitting.overlaps import overlaps_of, share_of_hits
from truebox.fitting.part_readings import best_scale
from truebox.fitting.samples import places_of, sample_of_places, sample_pairs
from truebox.fitting.shifts import middle_of_columns

if TYPE_CHECKING:
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Displaced", "displaced", "neighbours"]

_MOST_PAIRS = 20_000
_MOST_SCALED = 4_000
"""Each is looked at under fifty scales."""
_STEPS = 20
"""Scales from a fifth to five times."""
_ALIKE = 1.2
_CELL = 4.0
"""Pixels that moved boxes may differ by."""
_NEIGHBOURS = {1: "after", -1: "before"}


class Displaced(NamedTuple):
    """How many of the most confident detections overlap an object by half, as read and elsewhere.

    Parameters
    ----------
    sampled : int
        Detections that were looked at.
    share : float
        As read.
    better_share : float
        At the best other place; `share` where there is none better.
    where : str
        Completes "... would, ..."; empty where no other place is better.

    Examples
    --------
    >>> Displaced(sampled=120, share=0.8, better_share=0.8, where="").where
    ''
    """

    sampled: int
    share: float
    better_share: float
    where: str


@refuses_other_kinds
def displaced(truth: Truth, predictions: Predictions) -> Displaced:
    """Try one scale for all boxes, one step for all boxes, and the images before and after in the list.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[100, 10, 140, 60], [100, 90, 160, 120], [200, 30, 220, 90]]
    >>> moved = [[left + 60, top, right + 60, bottom] for left, top, right, bottom in boxes]
    >>> truth = tb.read_truth([{"boxes": boxes, "labels": [1, 1, 1]}])
    >>> found = tb.read_predictions([{"boxes": moved, "labels": [1, 1, 1], "scores": [0.5] * 3}])
    >>> displaced(truth, found).where
    'moved by -60 in x and +0 in y'
    """
    sample = sample_pairs(truth, predictions).thinned(_MOST_PAIRS)
    if len(sample) == 0:
        return Displaced(0, 0.0, 0.0, "")
    boxes = predictions.boxes[sample.detections]
    share = share_of_hits(sample, truth, boxes)

    def hits(other: Sample, rows: Int64Array) -> float:
        return share_of_hits(other, truth, predictions.boxes[rows])

    best, where = max(
        (
            *_scaled(sample, truth, predictions),
            *_moved(sample, truth, boxes),
            *neighbours(truth, predictions, hits),
        ),
        default=(0.0, ""),
    )
    return Displaced(len(sample), share, *((best, where) if best > share else (share, "")))


def _scaled(sample: Sample, truth: Truth, predictions: Predictions) -> Iterator[tuple[float, str]]:
    """The scale under which boxes overlap most, as a number of two digits where that does."""
    few = sample.thinned(_MOST_SCALED)
    boxes = predictions.boxes[few.detections]

    def overlap(scale: float) -> float:
        best = np.maximum.reduceat(overlaps_of(few, truth, boxes * scale), few.first_pair)
        return float(best.mean())

    scale = best_scale(overlap, _STEPS)
    boxes = predictions.boxes[sample.detections] * scale
    yield share_of_hits(sample, truth, boxes), f"with x and y times {scale:.3g}"


def _moved(sample: Sample, truth: Truth, boxes: FloatArray) -> Iterator[tuple[float, str]]:
    """The step that most pairs of boxes of like size are apart."""
    found, true = boxes[sample.detection], truth.boxes[sample.truth]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = found[:, 2:] / true[:, 2:]
        alike = ((ratio < _ALIKE) & (ratio > 1 / _ALIKE)).all(axis=1)
    steps = (true[:, :2] + true[:, 2:] / 2 - found[:, :2] - found[:, 2:] / 2)[alike]
    if not len(steps):
        return
    cells, of_step, counts = np.unique(
        np.rint(steps / _CELL).astype(np.int64), axis=0, return_inverse=True, return_counts=True
    )
    centre = cells[counts.argmax()]
    near = (np.abs(cells - centre) <= 1).all(axis=1)[of_step.reshape(-1)]
    x, y = np.rint(middle_of_columns(steps[near])).astype(int).tolist()
    yield (
        share_of_hits(sample, truth, boxes + np.array([x, y, 0, 0])),
        f"moved by {x:+d} in x and {y:+d} in y",
    )


def neighbours(
    truth: Truth, predictions: Predictions, share_of: Callable[[Sample, Int64Array], float]
) -> Iterator[tuple[float, str]]:
    """Each detection in the image that stands before or after its own in the list of the truth.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined.
    share_of : callable
        Of a sample, and the rows of the predictions that its detections are, how many are on an object.
    """
    images = truth.images.ids
    true_image, place = places_of(truth.image, images), places_of(predictions.image, images)
    for step, word in _NEIGHBOURS.items():
        beside = np.where((place >= 0) & (place + step < len(images)), np.maximum(place + step, -1), -1)
        sample = sample_of_places(truth, true_image, predictions.scores, beside).thinned(_MOST_PAIRS)
        if len(sample):
            share = share_of(sample, sample.detections)
            yield share, f"in the image that the truth lists {word} theirs"

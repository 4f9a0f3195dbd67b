"""Boxes that would sit on their truth at another place: of another scale, moved, or in the next image."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.fitting.overlaps import ious_of_pairs, overlaps_of, share_of_hits
from truebox.fitting.part_readings import best_scale
from truebox.fitting.samples import places_of, sample_of_places, sample_of_rows, sample_pairs

if TYPE_CHECKING:
    from truebox.fitting.samples import RowsByImage, Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["CommonShift", "Displaced", "common_shift", "displaced", "neighbours"]

_MOST_PAIRS = 20_000
_MOST_SCALED = 4_000
"""Each is looked at under fifty scales."""
_STEPS = 20
"""Scales from a fifth to five times."""
_ALIKE = 1.2
_CELL = 4.0
"""Pixels that moved boxes may differ by."""
_NEAR = 0.3
_FEWEST_NEAR = 30
_TIGHT = 0.75
_MORE_TIGHT, _TIMES_TIGHTER = 0.1, 1.5
_GAINED, _MOSTLY, _MATTERS = 0.03, 0.8, 0.03
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


class CommonShift(NamedTuple):
    """How boxes would lie closer on their objects: moved by a step, then scaled about their middles.

    `overlap` is the mean with their objects, of those that are near them, as given and so.

    Examples
    --------
    >>> CommonShift((2.0, 0.0), (0.5, 0.5)).of(np.array([[0.0, 0, 8, 8]])).tolist()
    [[4.0, 2.0, 4.0, 4.0]]
    """

    step: tuple[float, float]
    scale: tuple[float, float]
    overlap: tuple[float, float] = (0.0, 0.0)

    def of(self, boxes: FloatArray) -> FloatArray:
        """Boxes x, y, width, height [N, 4], moved and scaled."""
        size = boxes[:, 2:] * self.scale
        low = boxes[:, :2] + self.step + (boxes[:, 2:] - size) / 2
        moved: FloatArray = np.concatenate([low, size], axis=1)
        return moved

    @property
    def what(self) -> str:
        """Completes "if they were ..."."""
        said = []
        if self.step != (0, 0):
            said.append(f"moved by {self.step[0]:+.1f} in x and {self.step[1]:+.1f} in y")
        if self.scale != (1, 1):
            said.append(f"{self.scale[0]:.2f} times as wide and {self.scale[1]:.2f} times as high")
        return " and ".join(said)


@refuses_other_kinds
def common_shift(
    truth: Truth, predictions: Predictions, among: tuple[RowsByImage, RowsByImage] | None = None
) -> CommonShift | None:
    """The step, the scale about the middle, or both that puts far more boxes closely on objects; or None.

    Of at least thirty confident detections that overlap an object by .3, half again as many must overlap
    it by .75, and a tenth of them more. Or four in five must be off to one side, or too large or too small,
    and .03 be gained of the mean overlap.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined.
    among : two RowsByImage, optional
        Detections that are looked at, and the truths; else the best ones of 300 images.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[60.0 * n, 10, 60.0 * n + 40 + n, 50] for n in range(20)]
    >>> moved = [[left + 10, top, right + 10, bottom] for left, top, right, bottom in boxes]
    >>> truth = tb.read_truth([{"boxes": boxes, "labels": [1] * 20}] * 2)
    >>> found = tb.read_predictions([{"boxes": moved, "labels": [1] * 20, "scores": [0.5] * 20}] * 2)
    >>> common_shift(truth, found).what
    'moved by -10.0 in x and +0.0 in y'
    """
    sample = sample_pairs(truth, predictions) if among is None else sample_of_rows(truth, predictions, *among)
    sample = sample.thinned(_MOST_PAIRS)
    if len(sample) < _FEWEST_NEAR:
        return None
    overlaps = overlaps_of(sample, truth, predictions.boxes[sample.detections])
    order = np.lexsort((-overlaps, sample.detection))
    best = order[sample.first_pair]
    near = best[overlaps[best] >= _NEAR]
    if len(near) < _FEWEST_NEAR:
        return None
    found = predictions.boxes[sample.detections[sample.detection[near]]]
    true = truth.boxes[sample.truth[near]]
    step = _middle(true[:, :2] + true[:, 2:] / 2 - found[:, :2] - found[:, 2:] / 2)
    scale = np.exp(_middle(np.log(true[:, 2:] / found[:, 2:])))
    steps = (round(float(step[0]), 1), round(float(step[1]), 1))
    scales = (round(float(scale[0]), 2), round(float(scale[1]), 2))
    tried = [CommonShift(steps, (1.0, 1.0)), CommonShift((0.0, 0.0), scales), CommonShift(steps, scales)]

    looked = [ious_of_pairs(found, true), *(ious_of_pairs(each.of(found), true) for each in tried)]
    given, *shares = (float((each >= _TIGHT).mean()) for each in looked)
    first, *means = (float(each.mean()) for each in looked)
    place = int(np.argmax(np.array(shares) - [0, 0, _MORE_TIGHT / 2]))  # both only where it is much better
    if shares[place] < max(given + _MORE_TIGHT, _TIMES_TIGHTER * given):
        place = int(np.argmax(np.array(means) - [0, 0, _GAINED / 2]))
        if means[place] < first + _GAINED or not _one_sided(tried[place], found, true):
            return None
    return tried[place]._replace(overlap=(first, means[place]))


def _middle(values: FloatArray) -> FloatArray:
    """The median of each column; `np.median` imports `numpy.ma` (8 ms)."""
    ordered = np.sort(values, axis=0)
    middle: FloatArray = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return middle


def _one_sided(shift: CommonShift, found: FloatArray, true: FloatArray) -> bool:
    """Whether nearly all boxes are off as this undoes it: to one side, or too large or too small."""
    centres = true[:, :2] + true[:, 2:] / 2 - found[:, :2] - found[:, 2:] / 2
    sides = np.log(true[:, 2:] / found[:, 2:])
    off = np.concatenate([centres, sides], axis=1)
    undone = np.array([*shift.step, *np.log(shift.scale)])
    size = np.concatenate([true[:, 2:], np.ones_like(sides)], axis=1)
    matters = np.abs(undone) > _MATTERS * _middle(size)
    return bool(matters.any()) and bool(((off * np.sign(undone) > 0).mean(axis=0) >= _MOSTLY)[matters].all())


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
    x, y = np.rint(_middle(steps[near])).astype(int).tolist()
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

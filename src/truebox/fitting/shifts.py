"""Boxes that would sit on their objects moved by one step, scaled about their middles, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.fitting.overlaps import ious_of_pairs, overlaps_of
from truebox.fitting.samples import sample_of_rows, sample_pairs

if TYPE_CHECKING:
    from truebox.fitting.samples import RowsByImage
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray

__all__ = ["CommonShift", "common_shift", "middle_of_columns"]

_MOST_PAIRS = 20_000
_NEAR = 0.3
_FEWEST_NEAR = 30
_TIGHT = 0.75
_MORE_TIGHT, _TIMES_TIGHTER = 0.1, 1.5
_GAINED, _MOSTLY, _MATTERS = 0.03, 0.8, 0.03


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
    step = middle_of_columns(true[:, :2] + true[:, 2:] / 2 - found[:, :2] - found[:, 2:] / 2)
    scale = np.exp(middle_of_columns(np.log(true[:, 2:] / found[:, 2:])))
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


def middle_of_columns(values: FloatArray) -> FloatArray:
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
    matters = np.abs(undone) > _MATTERS * middle_of_columns(size)
    return bool(matters.any()) and bool(((off * np.sign(undone) > 0).mean(axis=0) >= _MOSTLY)[matters].all())

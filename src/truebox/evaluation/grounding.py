"""Phrases and the one box each is about: how many are found (visual grounding, referring expressions)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox import fitting
from truebox._frozen import dataclass
from truebox._kinds import refuse_masked, refuses_other_kinds, warn_caller
from truebox.boxes import convert_boxes
from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError
from truebox.overlap import elementwise_iou
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.typing import BoolArray, FloatArray

__all__ = ["GroundingResult", "grounding_accuracy"]

_CHOICES = ("hit", "miss")
_FEWEST = 20


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GroundingResult:
    """What was found of some phrases; results of different phrases add.

    Parameters
    ----------
    iou_threshold : float
    at_threshold : {"hit", "miss"}
    overlaps : float64 array [N]
        IoU of each phrase's boxes, 0 where there was no answer.
    answered : bool array [N]

    Examples
    --------
    >>> one = grounding_accuracy([[0, 0, 4, 4]], [[0, 0, 4, 4]], at_threshold="hit")
    >>> other = grounding_accuracy([[0, 0, 4, 4]], [[9, 9, 12, 12]], at_threshold="hit")
    >>> (one + other).accuracy
    0.5
    """

    iou_threshold: float
    at_threshold: Literal["hit", "miss"]
    overlaps: FloatArray
    answered: BoolArray

    @property
    def hits(self) -> BoolArray:
        """Which phrases are found [N]."""
        if self.at_threshold == "hit":
            reached: BoolArray = self.overlaps >= self.iou_threshold
            return reached & self.answered
        above: BoolArray = self.overlaps > self.iou_threshold
        return above

    @property
    def accuracy(self) -> float | None:
        """The share of phrases that are found; None of no phrases."""
        return float(self.hits.mean()) if len(self.overlaps) else None

    @property
    def mean_iou(self) -> float | None:
        """The mean overlap, 0 for phrases without an answer; None of no phrases."""
        return float(self.overlaps.mean()) if len(self.overlaps) else None

    def __len__(self) -> int:
        return len(self.overlaps)

    def __add__(self, other: GroundingResult) -> GroundingResult:
        if not isinstance(other, GroundingResult):
            return NotImplemented
        if (self.iou_threshold, self.at_threshold) != (other.iou_threshold, other.at_threshold):
            raise ArgumentError(
                "results of different thresholds do not add. "
                "Fix: pass the same iou_threshold and at_threshold for all parts."
            )
        return GroundingResult(
            iou_threshold=self.iou_threshold,
            at_threshold=self.at_threshold,
            overlaps=np.concatenate([self.overlaps, other.overlaps]),
            answered=np.concatenate([self.answered, other.answered]),
        )


@refuses_other_kinds
def grounding_accuracy(
    truth: Any,
    predictions: Any,
    *,
    at_threshold: Literal["hit", "miss"],
    iou_threshold: float = 0.5,
    box_format: BoxFormatLike = "xyxy",
    image_size: Sequence[float] | None = None,
) -> GroundingResult:
    """``Acc@0.5`` of grounded phrases: the share of which the predicted box overlaps the true one enough.

    There is no common kit, and papers count an overlap of exactly the threshold either way: `at_threshold`
    has no default, so that the choice is named.

    Parameters
    ----------
    truth, predictions : array-like [N, 4]
        One box for each phrase, in the same order. A predicted row of four NaN is a phrase without an
        answer, which is not found.
    at_threshold : {"hit", "miss"}
        ``"hit"`` counts IoU >= threshold, ``"miss"`` IoU > threshold.
    iou_threshold : float
        From 0 to 1.
    box_format, image_size
        Of both sides, as of `truebox.overlap.pairwise_iou`.

    Returns
    -------
    GroundingResult

    Raises
    ------
    ArgumentError
        A shape, a length or an option cannot be taken.
    InputError
        A box is not finite or has a negative extent; the message names argument and row.

    Warns
    -----
    TrueboxWarning
        W-321: of twenty answers or more far more would overlap under another reading of their numbers, under
        one scale, or moved by one step.

    Examples
    --------
    The second box shares exactly half.

    >>> truth = [[0, 0, 10, 10], [0, 0, 10, 10], [0, 0, 10, 10], [0, 0, 10, 10]]
    >>> found = [[0, 0, 10, 9], [0, 0, 10, 5], [0, 0, 10, 4], [float("nan")] * 4]
    >>> grounding_accuracy(truth, found, at_threshold="hit").accuracy
    0.5
    >>> grounding_accuracy(truth, found, at_threshold="miss").accuracy
    0.25
    """
    if at_threshold not in _CHOICES:
        raise ArgumentError(
            f"at_threshold: {at_threshold!r} is unknown. "
            "Fix: pass 'hit' to count an IoU of exactly the threshold, or 'miss' not to."
        )
    known = isinstance(iou_threshold, int | float) and not isinstance(iou_threshold, bool)
    if not known or not 0 <= iou_threshold <= 1:
        raise ArgumentError(f"iou_threshold: expected a number from 0 to 1, got {iou_threshold!r}.")
    true, found = _boxes(truth, "truth"), _boxes(predictions, "predictions")
    if len(true) != len(found):
        raise ArgumentError(
            f"predictions: {len(found)} boxes for {len(true)} phrases. "
            "Fix: give one box for each phrase in the order of the truth, four NaN where there is no answer."
        )
    answered: BoolArray = ~np.asarray(np.isnan(found).all(axis=1))
    found = np.where(answered[:, None], found, true)
    overlaps = np.asarray(
        elementwise_iou(true, found, box_format=box_format, image_size=image_size), dtype=np.float64
    )
    _warn_of_other_readings(true[answered], found[answered], box_format, image_size)
    return GroundingResult(
        iou_threshold=float(iou_threshold),
        at_threshold=at_threshold,
        overlaps=np.where(answered, overlaps, 0.0),
        answered=answered,
    )


def _warn_of_other_readings(
    true: FloatArray, found: FloatArray, box_format: BoxFormatLike, size: Sequence[float] | None
) -> None:
    """Say which other meaning of the predicted numbers fits far better (W-321)."""
    relative = size is None and str(as_box_format(box_format).value).startswith("rel_")
    if len(true) < _FEWEST or relative:
        return
    sides = [
        np.asarray(convert_boxes(side, box_format, "xywh", image_size=size), dtype=np.float64)
        for side in (true, found)
    ]
    fit = fitting.fit_of_pairs(sides[0], sides[1], np.zeros((len(true), 2)))
    if not fit.better:
        return
    text = (
        f"predictions: {fit.share:.0%} of {fit.sampled:,} boxes overlap theirs by half; "
        f"{fit.better_share:.0%} would if the boxes were {fit.better}; to mend it {fit.fix}"
    )
    warn_caller(str(Finding("W-321", text)))


def _boxes(given: Any, name: str) -> FloatArray:
    refuse_masked(given, name)
    try:
        boxes = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ArgumentError(f"{name}: expected numbers [N, 4], got {type(given).__name__}.") from None
    if boxes.size == 0 and boxes.ndim < 3:
        return boxes.reshape(0, 4)
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise ArgumentError(
            f"{name}: expected one box for each phrase [N, 4], got shape {list(boxes.shape)}. "
            "Fix: choose the best box of each phrase first."
        )
    return boxes

"""What survives panoptic matching: the overlap of every match, and counts per class; states add."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.typing import FloatArray, Int64Array, Mode

__all__ = ["FALSE_POSITIVE", "IGNORED", "MISSED", "PanopticState"]

FALSE_POSITIVE, MISSED, IGNORED = 0, 1, 2
"""What becomes of a segment without a match: the last column of `PanopticState.unmatched`."""


def _nothing() -> Int64Array:
    return np.empty((0, 4), dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PanopticState:
    """The outcome of every segment of some images.

    Matches are sorted by image id, then by the ids of the true and of the predicted segment, and
    sums of overlaps are taken in this order: ``state_a + state_b`` of disjoint images is, to the
    last bit, what one evaluation of all of them gives, in whatever order the parts come.

    Parameters
    ----------
    mode : {"strict", "corrected"}
    categories : tuple of ids [K]
    images : tuple of ids [I]
        Sorted.
    image : int64 array [N]
        Row of `images` of each match.
    category : int64 array [N]
        Row of `categories`.
    segments : int64 array [N, 2]
        Ids of the true and of the predicted segment.
    iou : float64 array [N]
        Their overlap, above 0.5.
    false_positives, false_negatives : int64 arrays [K]
    ignored : int64 array [K]
        Predicted segments that count as neither: more than half VOID or crowd.
    unmatched : int64 array [M, 4]
        The segments behind these three counts: row of `images`, row of `categories`, id of the segment, and
        0 for a wrong prediction, 1 for a missed truth, 2 for an ignored prediction. By image, then outcome,
        then id.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_panoptic
    >>> def state_of(image: int) -> PanopticState:
    ...     cat = {"id": 4, "category_id": 1}
    ...     part = {"image_id": image, "segmentation": [[4, 0]], "segments_info": [cat]}
    ...     truth = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [part]}
    ...     return evaluate_panoptic(truth, {"annotations": [part]}).state
    >>> both = state_of(2) + state_of(1)
    >>> both.images, both.true_positives.tolist(), both.iou_sums.tolist()
    ((1, 2), [2], [2.0])
    """

    mode: Mode
    categories: tuple[int | str, ...]
    images: tuple[int | str, ...]
    image: Int64Array
    category: Int64Array
    segments: Int64Array
    iou: FloatArray
    false_positives: Int64Array
    false_negatives: Int64Array
    ignored: Int64Array
    unmatched: Int64Array = field(default_factory=_nothing)

    @property
    def true_positives(self) -> Int64Array:
        """Matches per class [K]."""
        return np.bincount(self.category, minlength=len(self.categories)).astype(np.int64)

    @property
    def iou_sums(self) -> FloatArray:
        """Sum of the overlaps of the matches per class [K], added one after the other."""
        return np.bincount(self.category, weights=self.iou, minlength=len(self.categories)).astype(np.float64)

    def __add__(self, other: PanopticState) -> PanopticState:
        if not isinstance(other, PanopticState):
            return NotImplemented
        self._refuse_other_question(other)
        images = tuple(sorted((*self.images, *other.images)))
        rank = {image: row for row, image in enumerate(images)}
        places = [rank[self.images[row]] for row in self.image.tolist()]
        places += [rank[other.images[row]] for row in other.image.tolist()]
        image = np.array(places, dtype=np.int64)
        # Stable: the matches of one image come from one state and are in order already.
        order = np.argsort(image, kind="stable")
        alone = np.concatenate([_moved(self, rank), _moved(other, rank)])
        return PanopticState(
            mode=self.mode,
            categories=self.categories,
            images=images,
            image=image[order],
            category=np.concatenate([self.category, other.category])[order],
            segments=np.concatenate([self.segments, other.segments])[order],
            iou=np.concatenate([self.iou, other.iou])[order],
            false_positives=self.false_positives + other.false_positives,
            false_negatives=self.false_negatives + other.false_negatives,
            ignored=self.ignored + other.ignored,
            unmatched=alone[np.argsort(alone[:, 0], kind="stable")],
        )

    def _refuse_other_question(self, other: PanopticState) -> None:
        if self.mode != other.mode or self.categories != other.categories:
            raise ArgumentError(
                "panoptic states of different modes or categories do not add. "
                "Fix: evaluate all parts in one mode and with the full list of categories."
            )
        shared = set(self.images) & set(other.images)
        if shared:
            raise ArgumentError(
                f"panoptic states share {len(shared)} images, such as {next(iter(shared))!r}; only disjoint "
                "images add. Fix: give each image to one part only."
            )
        if len({type(image) for image in (*self.images, *other.images)}) > 1:
            raise ArgumentError(
                "panoptic states with integer and with string image ids do not add. "
                "Fix: use one kind of id in all parts."
            )


def _moved(state: PanopticState, rank: Mapping[int | str, int]) -> Int64Array:
    """Its unmatched segments, with the rows of other images."""
    moved: Int64Array = state.unmatched.copy()
    moved[:, 0] = np.array([rank[image] for image in state.images], dtype=np.int64)[moved[:, 0]]
    return moved

"""Panoptic segments whose images are drawn, or swapped between two results: what each image adds to PQ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.bootstrap_arguments import check_bootstrap
from truebox.diagnosis.certainty.compared import results_of_kind
from truebox.diagnosis.certainty.unscored.drawn_parts import DrawnParts, Key, mean_of_defined, part_intervals
from truebox.errors import ArgumentError
from truebox.evaluation import SEGMENT_PROTOCOLS, PanopticResult, evaluate

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.typing import FloatArray, Int64Array

__all__ = ["SegmentParts", "panoptic_intervals", "segmented_results"]

_GROUPS = {"": (True, False), "th": (True,), "st": (False,)}


def segmented_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[PanopticResult]:
    """The results of panoptic segments, where these are given or asked for; else none."""
    return results_of_kind(
        PanopticResult,
        SEGMENT_PROTOCOLS,
        evaluate,
        given,
        threads=threads,
        evaluation=evaluation,
        alike=_same_truth,
        apart="on another truth, other images or in another mode",
    )


def _same_truth(first: PanopticResult, other: PanopticResult) -> bool:
    a, b = first.state, other.state
    if (a.mode, a.categories, a.images) != (b.mode, b.categories, b.images):
        return False
    return bool(np.array_equal(SegmentParts(first).truths, SegmentParts(other).truths))


class SegmentParts(DrawnParts):
    """The images of a panoptic result, and what each adds per class.

    Parameters
    ----------
    result : PanopticResult
        Of `truebox.evaluate` or `truebox.evaluate_panoptic`.

    Raises
    ------
    ArgumentError
        Its state does not hold the segments without a match, as one made by hand.
    """

    def __init__(self, result: PanopticResult) -> None:
        state = result.state
        super().__init__(result, len(state.images), "images")
        alone = state.unmatched
        if len(alone) != int((state.false_positives + state.false_negatives + state.ignored).sum()):
            raise ArgumentError(
                "result: its state does not say which segments have no match. "
                "Fix: pass what truebox.evaluate returns."
            )
        self.classes = len(state.categories)
        # Cells of (class, image) that hold something, by class: matches, their overlaps, wrong, missed.
        rows = np.concatenate(
            [state.category * self.count + state.image, alone[:, 1] * self.count + alone[:, 0]]
        )
        self._cells, places = np.unique(rows, return_inverse=True)
        matched, rest = places[: len(state.iou)], places[len(state.iou) :]
        self._values = np.stack(
            [
                np.bincount(matched, minlength=len(self._cells)),
                np.bincount(matched, weights=state.iou, minlength=len(self._cells)),
                *(
                    np.bincount(rest[alone[:, 3] == outcome], minlength=len(self._cells))
                    for outcome in (0, 1)
                ),
            ],
            axis=1,
        ).astype(np.float64)
        self._begin = np.searchsorted(self._cells, np.arange(self.classes + 1) * self.count)

    @property
    def truths(self) -> Int64Array:
        """True segments that count, of each class in each image [K, I]."""
        found = np.zeros(self.classes * self.count, dtype=np.int64)
        found[self._cells] = (self._values[:, 0] + self._values[:, 3]).astype(np.int64)
        whole: Int64Array = found.reshape(self.classes, self.count)
        return whole

    @property
    def of_images(self) -> FloatArray:
        """Of each image its matches, the sum of their overlaps, wrong and missed segments [I, 4]."""
        found: FloatArray = np.stack(
            [
                np.bincount(self._cells % self.count, weights=column, minlength=self.count)
                for column in self._values.T
            ],
            axis=1,
        )
        return found

    def held(self, key: Key) -> int:
        """How many images hold a true segment of the class, or of any class of things or stuff."""
        truths = self.truths > 0
        if not isinstance(key, str):
            return int(truths[key[1]].sum())
        kinds = _GROUPS[key[2:]]
        return int(truths[[each.thing in kinds for each in self.result.per_class]].any(axis=0).sum())

    def measured(
        self, weights: FloatArray, other: Any = None, its: FloatArray | None = None
    ) -> dict[Key, FloatArray]:
        """PQ, SQ and RQ of all classes, of things, of stuff, and of each class."""
        sums = self._summed(weights)
        if other is not None and its is not None:
            sums = sums + other._summed(its)
        tp, overlaps, fp, fn = np.moveaxis(sums, 2, 0)
        weight = tp + 0.5 * fp + 0.5 * fn
        none = np.full(tp.shape, np.nan)
        without = np.zeros(tp.shape) if self.result.mode == "strict" else none
        held = weight > 0
        by_class = {
            "PQ": np.divide(overlaps, weight, out=none.copy(), where=held),
            "SQ": np.where(held, np.divide(overlaps, tp, out=without.copy(), where=tp > 0), np.nan),
            "RQ": np.divide(tp, weight, out=none.copy(), where=held),
        }
        things = [each.thing for each in self.result.per_class]
        found: dict[Key, FloatArray] = {
            f"{measure}{ending}": mean_of_defined(values[:, [thing in kinds for thing in things]])
            for ending, kinds in _GROUPS.items()
            for measure, values in by_class.items()
        }
        for measure, values in by_class.items():
            found |= {(measure, place): values[:, place] for place in range(self.classes)}
        return found

    def _summed(self, weights: FloatArray) -> FloatArray:
        """Matches, overlaps, wrong and missed segments of each class under each row of weights [R, K, 4]."""
        found = np.zeros((len(weights), self.classes, 4))
        for place in range(self.classes):
            own = slice(self._begin[place], self._begin[place + 1])
            found[:, place] = weights[:, self._cells[own] - place * self.count] @ self._values[own]
        return found


@refuses_other_kinds
def panoptic_intervals(
    result: PanopticResult, *, replicates: int = 1000, level: float = 0.95, seed: int = 0
) -> dict[str, Estimate]:
    """Intervals of the panoptic qualities, by drawing images with replacement.

    Parameters
    ----------
    result : PanopticResult
        Of `truebox.evaluate` with the protocol ``"panoptic"``, or of `truebox.evaluate_panoptic`.
    replicates, level, seed
        As in `truebox.diagnosis.intervals`.

    Returns
    -------
    dict of str to Estimate
        ``PQ SQ RQ``, of things (``PQth``, ...), of stuff (``PQst``, ...), of each class as in ``PQ[cat]``.

    Raises
    ------
    ArgumentError
        An argument is out of range.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_panoptic
    >>> part = {"image_id": 1, "segmentation": [[4, 0]], "segments_info": [{"id": 4, "category_id": 1}]}
    >>> truth = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [part]}
    >>> found = panoptic_intervals(evaluate_panoptic(truth, {"annotations": [part]}))
    >>> found["PQ"].value, found["PQ"].reason
    (1.0, 'only 1 image with truths of it; 10 are needed')
    """
    check_bootstrap(replicates, level, seed)
    parts = SegmentParts(result)
    found = part_intervals(parts, replicates=replicates, level=level, seed=seed)
    return {parts.named(key): each for key, each in found.items()}

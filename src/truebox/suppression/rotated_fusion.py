"""Weighted boxes fusion of rotated boxes."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.overlap import pairwise_rotated_iou
from truebox.overlap.pairs.number_rows import ROTATED, as_rotated_rows
from truebox.suppression.arguments import as_fraction
from truebox.suppression.confidence import agreement, as_confidence
from truebox.suppression.pooling import as_given, best_first, fusion, homes_of, pooled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection
    from truebox.suppression.confidence import Confidence
    from truebox.typing import FloatArray

__all__ = ["rotated_weighted_boxes_fusion"]


@fusion
@refuses_other_kinds
def rotated_weighted_boxes_fusion(
    boxes: Sequence[Any],
    scores: Sequence[Any],
    labels: Sequence[Any] | None = None,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    weights: Any = None,
    iou_threshold: float = 0.55,
    score_threshold: float = 0.0,
    confidence: Confidence = "average",
    allow_overflow: bool = False,
    threads: int | None = None,
) -> Any:
    """`weighted_boxes_fusion` of rotated boxes, by the exact area they share.

    A box joins the cluster of its label whose mean box it overlaps most, or opens a new one, by falling score
    times model weight. The mean box has the mean centre, width, height and angle, weighted by scores. A
    rectangle is written in four ways, a quarter turn apart with width and height exchanged: each box counts
    in the one whose angle is nearest to that of the first box of its cluster.

    Parameters
    ----------
    boxes : sequence of array-like [N_m, 5]
        One entry per model: centre x and y, width, height, angle; of any library. Boxes without area are left
        out.
    scores, labels, weights, iou_threshold, score_threshold, confidence, allow_overflow
        As for `weighted_boxes_fusion`.
    unit, direction : str
        What angles are, as of `truebox.overlap.pairwise_rotated_iou`; those of the answer too.
    threads : int, optional
        At most this many.

    Returns
    -------
    FusedBoxes
        Boxes [K, 5], highest score first; angles near those of the best box of each cluster.

    Raises
    ------
    ArgumentError
        As of `weighted_boxes_fusion`.
    InputError
        For a box that is not finite (E-190) or has a negative size (E-192); the model and row are named.

    Examples
    --------
    >>> from truebox.suppression import rotated_weighted_boxes_fusion
    >>> first, second = [[50, 50, 40, 10, 30]], [[50, 52, 10, 40, 124]]  # the second a quarter turn on
    >>> fused = rotated_weighted_boxes_fusion(
    ...     [first, second], [[0.75], [0.25]], unit="degrees", direction="clockwise"
    ... )
    >>> fused.boxes, fused.scores
    (array([[50. , 50.5, 40. , 10. , 31. ]]), array([0.5]))
    """
    homes = homes_of(boxes, scores, labels)
    rule = as_confidence(confidence)
    pool = pooled(
        boxes,
        scores,
        labels,
        weights=weights,
        score_threshold=score_threshold,
        rows_of=partial(_rows, unit=unit, direction=direction),
        columns=len(ROTATED),
    )
    threshold = as_fraction(iou_threshold, "iou_threshold")
    overlaps = partial(pairwise_rotated_iou, unit=unit, direction=direction, threads=threads)
    quarter = 90.0 if unit == "degrees" else math.pi / 2
    order = np.argsort(-pool.scores, kind="stable")
    clusters = _Clusters(quarter)
    for row in order.tolist():
        clusters.take(pool.boxes[row], pool.scores[row], int(pool.labels[row]), overlaps, threshold)
    cluster_of = np.empty(len(order), np.int64)
    cluster_of[order] = clusters.of_rows
    counts = np.bincount(cluster_of, minlength=len(clusters.firsts))
    firsts = np.array(clusters.firsts, np.float64)
    level = firsts if rule == "maximum" else np.array(clusters.sums, np.float64) / np.maximum(counts, 1)
    level = level * agreement(
        pool, cluster_of, counts, rule=rule, single=False, allow_overflow=allow_overflow
    )
    kinds = np.array(clusters.kinds, np.int64)
    return as_given(best_first(clusters.means(), level, kinds, counts), homes)


class _Clusters:
    """Boxes that go together, and their mean so far; scores, sums and labels cluster by cluster."""

    def __init__(self, quarter: float) -> None:
        self._quarter = quarter
        self._of_label: dict[int, list[int]] = {}
        self._weighed: list[FloatArray] = []
        self._first: list[FloatArray] = []
        self.firsts: list[float] = []
        self.sums: list[float] = []
        self.kinds: list[int] = []
        self.of_rows: list[int] = []

    def take(self, box: FloatArray, score: float, label: int, overlaps: Any, threshold: float) -> None:
        """The next box by falling score."""
        known = self._of_label.setdefault(label, [])
        if known:
            shared = overlaps(box[None], self.means(known))[0]
            best = int(shared.argmax())
            if shared[best] > threshold:
                self._join(known[best], box, score)
                return
        known.append(len(self.firsts))
        self.of_rows.append(len(self.firsts))
        self._first.append(box)
        self._weighed.append(np.zeros(5))
        self.firsts.append(score)
        self.sums.append(0.0)
        self.kinds.append(label)
        self._add(known[-1], box, score)

    def means(self, chosen: list[int] | None = None) -> FloatArray:
        """Mean boxes [K, 5]; of scores that are all 0 the first box."""
        chosen = list(range(len(self.firsts))) if chosen is None else chosen
        made = np.array([self._mean(cluster) for cluster in chosen], np.float64)
        return made.reshape(-1, 5)

    def _mean(self, cluster: int) -> FloatArray:
        total, first = self.sums[cluster], self._first[cluster]
        if total <= 0:
            return first
        mean = self._weighed[cluster] / total
        mean[4] += first[4]
        return mean

    def _join(self, cluster: int, box: FloatArray, score: float) -> None:
        self.of_rows.append(cluster)
        self._add(cluster, box, score)

    def _add(self, cluster: int, box: FloatArray, score: float) -> None:
        """In the way of writing it whose angle is nearest to that of the first; angles as differences."""
        turned = box[4] - self._first[cluster][4]
        quarters = round(turned / self._quarter)
        width, height = (box[3], box[2]) if quarters % 2 else (box[2], box[3])
        near = turned - quarters * self._quarter
        self._weighed[cluster] = self._weighed[cluster] + score * np.array(
            [box[0], box[1], width, height, near]
        )
        self.sums[cluster] += score


def _rows(boxes: Any, name: str, *, unit: AngleUnit, direction: TurningDirection) -> FloatArray:
    rows = as_rotated_rows(boxes, ROTATED, name)
    pairwise_rotated_iou(rows[:0], rows[:0], unit=unit, direction=direction)  # refuses another word
    return rows

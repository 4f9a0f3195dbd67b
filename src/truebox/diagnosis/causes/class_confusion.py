"""Which classes are taken for which, with the background as a class of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import diagnosis as native
from truebox._native.threads import thread_count
from truebox._writing.escaping import escape_html
from truebox.errors import ArgumentError
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation import MatchState, OverlapPairs, Result
    from truebox.typing import BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["BACKGROUND", "ConfusionMatrix", "Pairing", "confusion_matrix"]

Pairing: TypeAlias = Literal[
    "score", "overlap", "class", "ultralytics_8_3_55", "ultralytics_8_3_30", "ultralytics_8_0"
]

BACKGROUND = "background"
OBJECT = "object"
"""What everything is where an evaluation looks at no classes."""
_SOME_PLACE = float(np.finfo(np.float64).tiny)
MOST_CLASSES = 20_000
"""Of one matrix, which then takes 3.2 GB."""


class _Order(IntEnum):
    """``PairOrder`` of the kernel."""

    SCORE = 0
    OVERLAP = 1
    BEST = 2


@dataclass(frozen=True, slots=True)
class _Rule:
    """Which pairs come first, and in which images a detection without a truth counts."""

    order: _Order
    class_first: bool = False
    counts_unpaired: bool = True
    counts_without_truth: bool = True


_RULES: dict[str, _Rule] = {
    "score": _Rule(_Order.SCORE),
    "overlap": _Rule(_Order.OVERLAP),
    "class": _Rule(_Order.OVERLAP, class_first=True),
    "ultralytics_8_3_55": _Rule(_Order.BEST),
    "ultralytics_8_3_30": _Rule(_Order.BEST, counts_unpaired=False),
    "ultralytics_8_0": _Rule(_Order.BEST, counts_unpaired=False, counts_without_truth=False),
}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ConfusionMatrix(Plotted):
    """Counts of pairs of a truth's class and a detection's class.

    ``plot()`` draws it (`truebox.plotting.plot_confusion_matrix`).

    Parameters
    ----------
    counts : int64 array [K + 1, K + 1]
        Rows are true classes, columns predicted ones. The last row holds detections without a truth, the
        last column truths without a detection.
    names : tuple of str
        Of the rows and columns; the last is "background".
    ids : tuple
        Of the K classes.
    iou, score : float
        What a pair must reach, and a detection.
    pairing : {"score", "overlap", "class", "ultralytics_8_3_55", "ultralytics_8_3_30", "ultralytics_8_0"}
        Who chooses first.
    partner : int32 array [N]
        The truth each detection of the match table was paired with, or -1.
    holder : int32 array [G]
        The detection of each truth, or -1.
    predicted, true : int32 arrays [N] and [G]
        Class of each detection and truth as a place in `names`; -1 for truths that do not count.
    counted : bool array [N]
        Detections that are in the matrix: confident enough, not excused by a truth that does not count, and
        not in an image that `pairing` leaves out.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    ...     "annotations": [{"id": 1, "category_id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> result = evaluate(truth, [{"category_id": 2, "score": 0.9, **box}], mode="corrected")
    >>> confusion_matrix(result).counts.tolist()
    [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    """

    _plotted_by = "plot_confusion_matrix"

    counts: Int64Array
    names: tuple[str, ...]
    ids: tuple[int | str, ...]
    iou: float
    score: float
    pairing: Pairing
    partner: Int32Array
    holder: Int32Array
    predicted: Int32Array
    true: Int32Array
    counted: BoolArray

    @refuses_other_kinds
    def normalised(self, by: Literal["truth", "prediction"] = "truth") -> FloatArray:
        """Shares of each row (of the truths of a class) or column; where nothing was counted all are 0."""
        if by not in ("truth", "prediction"):
            raise ArgumentError(f"by: {by!r} is unknown. Fix: pass 'truth' or 'prediction'.")
        totals = self.counts.sum(axis=1 if by == "truth" else 0, keepdims=True)
        shares: FloatArray = self.counts / np.maximum(totals, 1)
        return shares

    @refuses_other_kinds
    def rows_of(self, true: int, predicted: int) -> tuple[Int64Array, Int64Array]:
        """What one cell is made of: rows of the match table's detections, and of its truths.

        The place K stands for the background; what is paired with it is alone.
        """
        last = len(self.names) - 1
        if not (0 <= true <= last and 0 <= predicted <= last):
            raise ArgumentError(
                f"true, predicted: expected places from 0 to {last}, got {true}, {predicted}."
            )
        if true == last:
            unpaired = self.counted & (self.partner < 0) & (self.predicted == predicted)
            return np.flatnonzero(unpaired), np.empty(0, dtype=np.int64)
        truths = np.flatnonzero(self.true == true)
        held = self.holder[truths]
        if predicted == last:
            return np.empty(0, dtype=np.int64), truths[held < 0]
        paired = truths[held >= 0]
        paired = paired[self.predicted[self.holder[paired]] == predicted]
        return self.holder[paired].astype(np.int64), paired

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "iou": self.iou,
            "score": self.score,
            "pairing": self.pairing,
            "names": list(self.names),
            "ids": list(self.ids),
            "counts": self.counts.tolist(),
        }

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape_html(name)}</th>" for name in self.names)
        body = "".join(
            f"<tr><th>{escape_html(name)}</th>{''.join(f'<td>{value}</td>' for value in row)}</tr>"
            for name, row in zip(self.names, self.counts.tolist(), strict=True)
        )
        return f"<table><tr><th>true \\ predicted</th>{head}</tr>{body}</table>"


@refuses_other_kinds
def confusion_matrix(
    result: Result, iou: float = 0.5, score: float = 0.25, *, pairing: Pairing = "score"
) -> ConfusionMatrix:
    """Pair detections with truths of any class and count the pairs by class.

    Parameters
    ----------
    result : Result
        On any geometry. Of one evaluated without classes all are ``"object"``: found, missed, or none.
    iou : float in (0, 1]
        Overlap that a pair must reach.
    score : float
        Detections with a lower score are left out. At a low score nearly everything is background.
    pairing : {"score", "overlap", "class", "ultralytics_8_3_55", "ultralytics_8_3_30", "ultralytics_8_0"}
        ``"score"``: the most confident detection chooses first, and takes the free truth it overlaps best,
        whatever its class; as in evaluations, and as Ultralytics 8.4.190 does at an `iou` of 0.45.
        ``"overlap"``: the best overlap is paired first. ``"class"``: pairs of one class are taken first, the
        best overlap first, then those of two classes; of equal overlaps the earlier truth, then the earlier
        detection. So does supervision 0.31.2, where an overlap must exceed the threshold:
        ``iou=numpy.nextafter(0.5, 1)``. They differ only where several detections reach one truth, or one
        detection several.
        The others are those of Ultralytics before 8.4.180, by the first release of each: a detection asks for
        the truth that it overlaps best, and for no other, and a truth takes the detection that overlaps it
        best; of equal overlaps the last truth, and the least confident detection.
        ``"ultralytics_8_3_30"`` counts no detection without a truth in an image that has truths of which none
        was paired, and ``"ultralytics_8_0"`` (all before, and YOLOv5) none in an image without any pair.

    Returns
    -------
    ConfusionMatrix

    Raises
    ------
    ArgumentError
        The result has more than 20,000 classes, or an argument is out of range.

    Notes
    -----
    A detection that nothing is left for is left out where it lies, by at least `iou`, on a truth of its class
    that does not count, such as a crowd region, or where its class was not annotated exhaustively (LVIS);
    otherwise it counts as background taken for an object.
    Each truth and each detection is counted once, so that a row sums up to the truths of its class.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> matrix = confusion_matrix(evaluate(truth, [{"score": 0.1, **box}], mode="corrected"))
    >>> matrix.names, matrix.counts.tolist()
    (('cat', 'background'), [[0, 1], [0, 0]])
    """
    if not 0 < iou <= 1:
        raise ArgumentError(f"iou: {iou!r} is not in (0, 1]. Fix: pass a fraction, such as 0.5.")
    one = result.parameters.class_agnostic  # then everything is of the class 0 of the state
    classes = 1 if one else len(result.state.categories)
    if classes > MOST_CLASSES:
        raise ArgumentError(
            f"result: {classes:,} classes would be {classes**2:,} cells; a confusion matrix holds at most "
            f"{MOST_CLASSES:,} classes. Fix: evaluate fewer classes at a time (categories=...)."
        )
    if pairing not in get_args(Pairing):
        *others, last = map(repr, _RULES)
        raise ArgumentError(f"pairing: {pairing!r} is unknown. Fix: pass {', '.join(others)} or {last}.")
    rule = _RULES[pairing]
    state, strong = result.state, result.strong_pairs(float(iou))
    category = np.zeros_like(strong.category) if one else strong.category
    arranged, least = strong.pairs.overlap, float(iou)
    if rule.class_first:
        arranged, least = _places(state, strong.pairs, category, least), _SOME_PLACE
    confident = state.score >= score
    partner = np.empty(len(state), dtype=np.int32)
    holder = np.empty(len(strong.category), dtype=np.int32)

    def overlaps(values: FloatArray) -> native.Overlaps:
        return native.Overlaps(
            state.image,
            state.category,
            state.row,
            state.score,
            strong.pairs.offsets,
            strong.pairs.truth,
            values,
            category,
            strong.ignored.view(np.uint8),
            classes,
        )

    native.assign_pairs(
        overlaps(arranged),
        confident.view(np.uint8),
        least,
        int(rule.order),
        partner,
        holder,
        thread_count(None),
    )
    considered = confident if rule.counts_unpaired else confident & ~_left_out(result, rule, partner)
    counted = np.empty(len(state), dtype=bool)
    counts = np.zeros((classes + 1, classes + 1), dtype=np.int64)
    native.count_pairs(
        overlaps(strong.pairs.overlap),
        considered.view(np.uint8),
        strong.excused.view(np.uint8),
        partner,
        holder,
        float(iou),
        counted.view(np.uint8),
        counts,
        thread_count(None),
    )
    return ConfusionMatrix(
        counts=counts,
        names=(*((OBJECT,) if one else strong.category_names), BACKGROUND),
        ids=(OBJECT,) if one else tuple(state.categories.tolist()),
        iou=float(iou),
        score=float(score),
        pairing=pairing,
        partner=partner,
        holder=holder,
        predicted=state.category,
        true=np.where(strong.ignored, -1, category).astype(np.int32),
        counted=counted,
    )


def _left_out(result: Result, rule: _Rule, partner: Int32Array) -> BoolArray:
    """Detections of images in which nothing was paired [N]."""
    image = result.state.image
    silent = np.ones(len(result.state.images), dtype=bool)
    silent[image[partner >= 0]] = False
    if rule.counts_without_truth:
        truths = result.matches.truths
        there = np.zeros(len(silent), dtype=bool)
        there[truths.image[~truths.ignored]] = True
        silent &= there
    return silent[image]


def _places(state: MatchState, pairs: OverlapPairs, category: Int32Array, least: float) -> FloatArray:
    """In place of overlaps what arranges pairs by class first: a number for each, 0 below `least`."""
    found = np.repeat(np.arange(len(state)), np.diff(pairs.offsets))
    same = state.category[found] == category[pairs.truth]
    rising = np.lexsort((-state.row[found], -pairs.truth.astype(np.int64), pairs.overlap, same))
    places: FloatArray = np.empty(len(rising))
    places[rising] = np.arange(1, len(rising) + 1) / max(len(rising), 1)
    places[pairs.overlap < least] = 0
    return places

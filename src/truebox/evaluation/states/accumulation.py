"""From a match state to precision and recall tables."""

from __future__ import annotations

import enum
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._native import evaluation as native
from truebox._native.threads import thread_count
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.narrow import FileBoxes, changed, held_boxes, narrow_outcomes
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import ByteArray, FloatArray, Int32Array, Int64Array, WordArray

__all__ = ["CurveArrays", "Curves", "PrecisionRule", "accumulate", "averaged_recalls", "keeping_order"]

_MOST_KEPT = 1 << 21
"""Rows whose order is kept, in four bytes each."""


class PrecisionRule(enum.IntEnum):
    """How precision becomes average precision; the numbers are those of ``precision_rule.hpp``.

    ``SAMPLED``: the mean of the highest precision at or beyond each recall threshold.
    ``AREA``: the area under that envelope over all recalls, as PASCAL VOC takes it from 2010 on.

    Examples
    --------
    >>> PrecisionRule.AREA.name
    'AREA'
    """

    SAMPLED = 0
    AREA = 1


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Curves:
    """Precision and score at each recall threshold, and the recall reached.

    Parameters
    ----------
    precision : array [T, R, K, A, M]
        -1 where the category has no truth in the area range.
    scores : array [T, R, K, A, M] or None
        Beside `precision`, when it was asked for.
    recall : array [T, K, A, M]
    more_precision : array [T, E, K, A, M]
        At the additional recall thresholds that were asked for.
    ties : uint8 array [K]
        1 where detections of equal score had different outcomes, or matched.
    area : array [T, K, A, M] or None
        Under the envelope of precision, where that is the rule.
    measured : dict
        What measures of the protocol gave for the same state, by measure and place: computed once.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> curves = accumulate(evaluate(truth, [{"score": 0.9, **box}]).state)
    >>> curves.precision.shape, curves.recall.shape
    ((10, 101, 1, 4, 3), (10, 1, 4, 3))
    """

    precision: FloatArray
    recall: FloatArray
    scores: FloatArray | None
    more_precision: FloatArray
    ties: ByteArray
    area: FloatArray | None = None
    measured: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def averaged(self) -> FloatArray:
        """What average precision is the mean of [T, R or 1, K, A, M]."""
        return self.precision if self.area is None else self.area[:, None]

    def bare(self) -> Curves:
        """Without what only the making of a result asks for."""
        return replace(self, more_precision=self.more_precision[:, :0], measured={})

    def __getstate__(self) -> list[Any]:
        bare = self.bare()
        return [getattr(bare, each.name) for each in fields(bare)]

    @refuses_other_kinds
    def of_classes(self, classes: Int64Array, a: int, caps: Int64Array) -> FloatArray:
        """What average precision is the mean of, in one area range [len(classes), T, R or 1, len(caps)].

        In one stretch of memory, class by class.
        """
        part = np.moveaxis(self.averaged[..., a, :], 2, 0)
        part = part[..., int(caps[0]), None] if len(caps) == 1 else part[..., caps]
        if len(classes) < len(part):
            part = part[classes]
        return np.ascontiguousarray(part)


@refuses_other_kinds
def accumulate(
    state: MatchState,
    *,
    with_scores: bool = True,
    more_recalls: FloatArray | None = None,
    precision: PrecisionRule | None = None,
    by_file: bool | None = None,
    threads: int | None = None,
) -> Curves:
    """Precision and recall tables of a match state.

    ``accumulate(state_a + state_b)`` is what one evaluation of all images gives.

    Parameters
    ----------
    state : MatchState
        As `evaluate` makes it, or a sum of such.
    with_scores : bool
        Whether to make `Curves.scores` too, which is as large as `Curves.precision`.
    more_recalls : ascending array [E] or None
        Further recall thresholds, for `Curves.more_precision` alone.
    precision : PrecisionRule or None
        What average precision is: with ``AREA``, `Curves.area` is made too. None is as the protocol has it.
    by_file : bool or None
        Equal scores stand as in the file of the detections, not by image; where the state has boxes these
        decide. None is as the protocol has it.
    threads : int or None
        As in `truebox.evaluate`.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> curves = accumulate(evaluate(truth, [{"score": 0.9, **box}]).state)
    >>> float(curves.recall[0, 0, 0, 2])
    1.0
    """
    protocol = protocol_of(state.parameters)
    in_file = protocol.ties_by_file if by_file is None else by_file
    arrays = CurveArrays(
        state.parameters,
        state.mended,
        len(state.truths),
        with_scores=with_scores,
        more_recalls=more_recalls,
        precision=precision,
    )
    held, boxes = narrow_outcomes(state), held_boxes(state)
    of_file = boxes.boxes if held is not None and type(boxes) is FileBoxes and boxes.row is held.row else None
    order = None if held is None else held.ordering()
    narrow = None if held is None else held.native(order, by_file=in_file, boxes=of_file)
    no_words = np.empty((0, 1), dtype=np.uint64)
    nothing = np.empty(0), np.empty(0, dtype=np.int32), no_words, no_words
    score, rank, matched, ignored = nothing if narrow else _outcome_columns(state)
    rows = native.OutcomeRows(
        score,
        state.category_offsets(),
        rank,
        matched,
        ignored,
        state.boxes if of_file is None else None,
        state.row if in_file and narrow is None else None,
        state.truths,
    )
    native.accumulate(rows, arrays.settings, arrays.tables(), thread_count(threads), narrow)
    if held is not None and held.order == [] and order is not None:
        held.order.append(order)  # only now is it there
    return arrays.curves()


def keeping_order(state: MatchState) -> MatchState:
    """The same state; of a large one the first accumulation keeps the order of scores for all later ones.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> keeping_order(state) is state  # a small one is not worth it
    True
    """
    narrow = narrow_outcomes(state)
    if narrow is None or len(state) > _MOST_KEPT:
        return state
    return changed(state, **replace(narrow, order=[]).fields())


def _outcome_columns(state: MatchState) -> tuple[FloatArray, Int32Array, WordArray, WordArray]:
    return state.score, state.rank, state.matched, state.ignored


class CurveArrays:
    """What accumulation is asked, and the arrays it writes to, of all classes or of some at a time.

    Parameters
    ----------
    parameters, mended
        Of a match state.
    classes : int
    with_scores, more_recalls, precision
        As of `accumulate`.
    """

    def __init__(
        self,
        parameters: CocoParameters,
        mended: Quirk,
        classes: int,
        *,
        with_scores: bool,
        more_recalls: FloatArray | None = None,
        precision: PrecisionRule | None = None,
    ) -> None:
        wanted = np.empty(0) if more_recalls is None else more_recalls
        shape = (
            classes,
            len(parameters.area_ranges),
            len(parameters.max_detections),
            len(parameters.iou_thresholds),
        )
        rule = protocol_of(parameters).precision if precision is None else precision
        self._table = np.empty((*shape, len(parameters.recall_thresholds)))
        self._scores = np.empty_like(self._table) if with_scores else None
        self._recall = np.empty(shape)
        self._more = np.empty((*shape, len(wanted)))
        self._area = np.empty(shape) if rule is PrecisionRule.AREA else None
        self._ties = np.empty(classes, dtype=np.uint8)
        self.settings = native.CurveSettings(
            np.array(parameters.max_detections, dtype=np.int32),
            parameters.recall_thresholds,
            wanted,
            0.0 if Quirk.PRECISION_EPSILON in mended else float(np.spacing(1)),
            Quirk.UNSORTED_RECALL not in mended,
        )

    def tables(self, classes: slice = slice(None)) -> native.CurveTables:
        """The arrays of some classes, to be written to."""
        scores, area = self._scores, self._area
        return native.CurveTables(
            self._table[classes],
            None if scores is None else scores[classes],
            self._recall[classes],
            self._more[classes],
            None if area is None else area[classes],
            self._ties[classes],
        )

    def curves(self) -> Curves:
        """What was written."""
        # [K, A, M, T, R] keeps each curve together in memory; the reference's order is a view of it.
        scores, area = self._scores, self._area
        return Curves(
            precision=self._table.transpose(3, 4, 0, 1, 2),
            recall=self._recall.transpose(3, 0, 1, 2),
            scores=None if scores is None else scores.transpose(3, 4, 0, 1, 2),
            more_precision=self._more.transpose(3, 4, 0, 1, 2),
            ties=self._ties,
            area=None if area is None else area.transpose(3, 0, 1, 2),
        )


def averaged_recalls(parameters: CocoParameters) -> FloatArray:
    """The recall thresholds that AP is the mean of; none where it is the area over all recalls."""
    if protocol_of(parameters).precision is PrecisionRule.AREA:
        return np.empty(0)
    return np.ascontiguousarray(parameters.recall_thresholds, dtype=np.float64)

"""COCO's own analysis of errors, from the overlaps of a match table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import diagnosis as native
from truebox._native.threads import thread_count
from truebox.diagnosis.causes.coco_breakdown import CocoBreakdown
from truebox.diagnosis.causes.supercategories import supercategories_of
from truebox.diagnosis.causes.table_overlaps import table_overlaps
from truebox.errors import ArgumentError
from truebox.evaluation import Quirk, accumulate
from truebox.evaluation.matching.matching import effective_ranges
from truebox.evaluation.protocols.coco import PROTOCOL as COCO

if TYPE_CHECKING:
    from truebox.evaluation import MatchState, MatchTable, Result
    from truebox.typing import FloatArray, Int32Array

__all__ = ["coco_analysis"]

_THRESHOLDS = (0.75, 0.5, 0.1, 0.1, 0.1)
_FORGIVEN = (0, 0, 0, 1, 2)  # nothing, nothing, nothing, classes of the group, all classes
_MOST_RANGES = 64 // len(_THRESHOLDS)


@refuses_other_kinds
def coco_analysis(
    result: Result,
    supercategories: Mapping[str, str] | None = None,
    *,
    threads: int | None = None,
) -> CocoBreakdown:
    """AP while one kind of error after the other is forgiven, per class, group and size.

    Parameters
    ----------
    result : Result
        Of the protocol ``"coco"`` with classes, on any geometry.
    supercategories : mapping of class name to group, or None
        None looks into the truth's file; where neither says, ``Sim`` is None.
    threads : int or None
        As in `truebox.evaluate`.

    Raises
    ------
    ArgumentError
        The result has no classes, is of another protocol, has more than 12 area ranges, or
        `supercategories` leaves a class out.

    Notes
    -----
    Source: the function ``analyze`` of COCO's evaluation code and cocodataset.org/#detection-eval. For
    ``Sim`` and ``Oth`` objects of the other classes are given the class in question and do not count, so
    that a detection matched with one is neither right nor wrong. The largest cap on detections applies.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    ...     "annotations": [{"id": 1, "category_id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> found = [{"category_id": 1, "score": 0.8, **box}, {"category_id": 2, "score": 0.9, **box}]
    >>> coco_analysis(evaluate(truth, found, mode="corrected")).ap("C50")
    1.0
    """
    _refuse(result)
    table = result.matches
    names = table.category_names
    known = supercategories if supercategories is not None else supercategories_of(result.truth)
    groups, group = _grouped(names, known)
    state = _forgiven_state(table, result, group, thread_count(threads))
    curves = accumulate(state, with_scores=False, threads=threads).precision[..., -1]
    background = np.where(curves[4] > 0, 1.0, curves[4])
    complete = np.where(curves[4] > -1, 1.0, -1.0)
    return CocoBreakdown(
        precision=np.concatenate([curves, background[None], complete[None]]),
        areas=tuple(result.parameters.area_ranges),
        names=names,
        groups=groups,
        undefined=None if groups else "the truth's file names no supercategories",
    )


def _refuse(result: Result) -> None:
    if result.parameters.class_agnostic:
        raise ArgumentError("result: it was evaluated without classes. Fix: leave class_agnostic out.")
    if result.protocol != COCO.name:
        raise ArgumentError(
            f"result: the protocol {result.protocol!r} has no such analysis. Fix: use {COCO.name!r}."
        )
    if len(result.parameters.area_ranges) > _MOST_RANGES:
        raise ArgumentError(f"result: more than {_MOST_RANGES} area ranges. Fix: evaluate fewer at a time.")


def _grouped(
    names: tuple[str, ...], supercategories: Mapping[str, str] | None
) -> tuple[dict[str, tuple[int, ...]] | None, Int32Array]:
    """Classes of each group, and the group of each class; without groups each class is alone."""
    if not supercategories:
        return None, np.arange(len(names), dtype=np.int32)
    left_out = [name for name in names if name not in supercategories]
    if left_out:
        raise ArgumentError(
            f"supercategories: {left_out[0]!r} is left out. Fix: name a group for every class of the result."
        )
    labels = list(dict.fromkeys(supercategories[name] for name in names))
    group = np.array([labels.index(supercategories[name]) for name in names], dtype=np.int32)
    groups = {label: tuple(np.flatnonzero(group == place).tolist()) for place, label in enumerate(labels)}
    return groups, group


def _forgiven_state(table: MatchTable, result: Result, group: Int32Array, threads: int) -> MatchState:
    """A match state whose thresholds are the settings C75, C50, Loc, Sim and Oth."""
    state = table.state
    matched, ignored = (np.empty((len(state), 1), dtype=np.uint64) for _ in range(2))
    native.match_forgivingly(
        table_overlaps(table).overlaps,
        _detection_area(table, result),
        table.truths.area,
        table.truths.crowd.astype(np.uint8),
        group,
        np.array(_THRESHOLDS),
        np.array(_FORGIVEN, dtype=np.uint8),
        effective_ranges(state.parameters, state.mended),
        Quirk.AREA_CLOSED in state.mended,
        matched[:, 0],
        ignored[:, 0],
        threads,
    )
    parameters = replace(
        state.parameters,
        iou_thresholds=np.array(_THRESHOLDS),
        max_detections=state.parameters.max_detections[-1:],
    )
    return replace(state, parameters=parameters, matched=matched, ignored=ignored)


def _detection_area(table: MatchTable, result: Result) -> FloatArray:
    """What decides a detection's size class, as in the evaluation."""
    assert result.ground is not None  # the table was made from it
    area = result.ground.source.area(table.state.mended)
    return np.ascontiguousarray(np.take(area, table.state.row))

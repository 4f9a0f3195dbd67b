"""Error types: where the AP went, as TIDE asks or on COCO's own matching."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from truebox._kinds import refuses_other_kinds, warn_caller
from truebox._native import diagnosis as native
from truebox._native.threads import thread_count
from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES, ClassErrors, ErrorBreakdown, Variant
from truebox.diagnosis.causes.loss_intervals import TypedErrors, loss_intervals
from truebox.diagnosis.causes.table_overlaps import table_overlaps
from truebox.diagnosis.certainty.bootstrap_arguments import Draws, check_bootstrap, chosen_images
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.errors import ArgumentError
from truebox.evaluation import Quirk
from truebox.evaluation.matches.table import IGNORED
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.accumulation import averaged_recalls
from truebox.evaluation.states.alignment import positions

if TYPE_CHECKING:
    from truebox.diagnosis.causes.table_overlaps import TableOverlaps
    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.evaluation import MatchState, MatchTable, Result
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int32Array, Int64Array

__all__ = ["errors"]

_ORACLES = ("ap", *ERROR_NAMES[1:], "missed", "false_positive", "false_negative")
_LOSSES = (*ERROR_NAMES[1:], "missed")
_TIDE_RECALLS = np.arange(101) / 100


@refuses_other_kinds
def errors(
    result: Result,
    variant: Variant = "tide",
    *,
    iou: float = 0.5,
    background: float = 0.1,
    max_detections: int = 100,
    replicates: int = 0,
    level: float = 0.95,
    seed: int = 0,
    groups: Groups = None,
    threads: int | None = None,
) -> ErrorBreakdown:
    """The type of every error, and the AP that mending each type would gain.

    A false positive has one type, the first that holds:

    ``location``
        Its best truth of the same class overlaps by at least `background`, but not enough.
    ``class``
        A truth of another class overlaps by at least `iou`.
    ``duplicate``
        It overlaps a truth of its class enough, but another detection has found that one.
    ``background``
        No truth overlaps by more than `background`.
    ``both``
        Anything else: somewhat misplaced, and of another class.

    A truth is ``missed`` when no detection finds it and no ``class`` or ``location`` error would.

    Parameters
    ----------
    result : Result
        Any geometry; overlaps are those that were matched by.
    variant : {"tide", "coco"}
        ``"tide"`` matches as tidecv 1.0.1 does and gives its numbers: the best `max_detections` of an image
        over all classes, crowd regions looked at afterwards, classes with detections but no truth counted
        as AP 0. ``"coco"`` takes the matching of the evaluation as it is, so that `ap` is its AP at `iou`.
    iou, background : float
        ``0 < background < iou <= 1``; with ``"coco"`` `iou` is one of the evaluation's IoU thresholds.
    max_detections : int
        Of ``"tide"``.
    replicates : int
        How often to draw the images for intervals of the losses; 0 for none.
    level, seed, groups
        Of these intervals, as in `truebox.diagnosis.intervals`.
    threads : int or None
        As in `truebox.evaluate`.

    Raises
    ------
    ArgumentError
        An argument is out of range, or `iou` was not evaluated.

    Warns
    -----
    TrueboxWarning
        W-500: the evaluation dropped detections beyond a smaller cap of its own, which tidecv would see.

    Notes
    -----
    Source: D. Bolya, S. Foley, J. Hays, J. Hoffman, TIDE: A General Toolbox for Identifying Object
    Detection Errors, 2020.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, "bbox": [10, 10, 40, 40], **box}]}
    >>> shifted = [{"score": 0.9, "bbox": [30, 10, 40, 40], **box}]
    >>> found = errors(evaluate(truth, shifted, mode="corrected"))
    >>> found.loss["location"], found.counts["location"], found.special["false_negative"]
    (1.0, 1, 0.0)
    """
    _refuse(result, variant, iou, background, max_detections)
    cap, cut = result.parameters.max_detections[-1], result.detections - len(result.state)
    if variant == "tide" and cap < max_detections and cut > 0:
        message = (
            f"W-500 {cut} detections beyond the evaluation's cap of {cap} are not seen: tidecv takes the "
            f"best {max_detections} of an image. Fix: evaluate with max_detections=[..., {max_detections}]."
        )
        warn_caller(message)
    table = result.matches
    sides = table_overlaps(table)
    found = _typed(
        result,
        sides,
        variant,
        limits=(iou, background),
        max_detections=max_detections,
        threads=thread_count(threads),
    )
    precision, used = _oracles(result, sides, found, variant, thread_count(threads))
    kind = np.where(found.standing == IGNORED, np.uint8(0), found.kind)
    counts = _counts(sides, kind, found.missed)
    counted = used != 0 if variant == "tide" else (used & 1) != 0
    means = _means(precision, counted)
    per_class = () if result.parameters.class_agnostic else _per_class(table, precision, used, counts)
    loss = dict(zip(_LOSSES, _gains(means)[1:7], strict=True))
    sure: dict[str, Estimate] = {}
    if replicates:
        check_bootstrap(replicates, level, seed)
        typed = TypedErrors(
            table=table,
            standing=found.standing,
            kind=found.kind,
            target=found.target,
            mends=found.mends,
            missed=found.missed,
            truth_category=sides.truth_category,
            recalls=_TIDE_RECALLS if variant == "tide" else averaged_recalls(result.parameters),
            counts_strays=variant == "tide",
        )
        units = drawn_units(result, chosen_images(None, result), groups)
        draws = Draws(replicates=replicates, level=level, seed=seed)
        sure = loss_intervals(typed, loss, units, draws, threads)
    return ErrorBreakdown(
        variant=variant,
        iou=float(iou),
        background=float(background),
        ap=means[0],
        loss=loss,
        special=dict(zip(_ORACLES[7:], _gains(means, cut=False)[7:], strict=True)),
        counts={name: int(column.sum()) for name, column in counts.items()},
        undefined=None if means[0] is not None else "no class has anything to measure",
        per_class=per_class,
        kind=kind,
        target=found.target,
        missed=found.missed != 0,
        intervals=sure,
        table=replace(table, error=kind, error_names=ERROR_NAMES),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """What the native typing writes; see the stub of `find_errors`."""

    standing: ByteArray
    holder: Int32Array
    order: Int32Array
    kind: ByteArray
    target: Int32Array
    mends: ByteArray
    missed: ByteArray


def _refuse(result: Result, variant: str, iou: float, background: float, max_detections: int) -> None:
    if variant not in get_args(Variant):
        raise ArgumentError(f"variant: {variant!r} is unknown. Fix: pass 'tide' or 'coco'.")
    if protocol_of(result.parameters).whole_only:
        raise ArgumentError(
            "errors: in this protocol truths choose detections anew at every threshold, and kinds of errors "
            "do not add up. Fix: evaluate by another protocol, such as coco, for them."
        )
    if not 0 < background < iou <= 1:
        raise ArgumentError(
            f"iou, background: expected 0 < background < iou <= 1, got {iou!r} and {background!r}. "
            "Fix: pass for example iou=0.5, background=0.1."
        )
    whole = isinstance(max_detections, int) and not isinstance(max_detections, bool)
    if not whole or max_detections < 1:
        raise ArgumentError(f"max_detections: {max_detections!r} is not a whole number of at least 1.")
    if variant == "coco":
        _threshold(result, iou)


def _threshold(result: Result, iou: float) -> int:
    """Which of the evaluation's thresholds it is; some miss their decimals by a rounding."""
    thresholds = result.parameters.iou_thresholds
    near = np.flatnonzero(np.abs(thresholds - iou) < 1e-9)
    if len(near) == 0:
        known = ", ".join(f"{value:.4g}" for value in thresholds)
        raise ArgumentError(f"iou: {iou!r} was not evaluated. Fix: pass one of {known}.")
    return int(near[0])


def _typed(
    result: Result,
    sides: TableOverlaps,
    variant: Variant,
    *,
    limits: tuple[float, float],
    max_detections: int,
    threads: int,
) -> _Found:
    table = result.matches
    count, truths = len(table.detections), len(table.truths)
    if variant == "coco":
        at = _threshold(result, limits[0])
        standing = table.outcome_at(at)
        holder = np.ascontiguousarray(table.truths.matched_detection[:, at])
        order = np.arange(len(table.state.images), dtype=np.int32)
    else:
        standing = np.where(sides.excused, np.uint8(IGNORED), np.uint8(0))
        holder = np.empty(truths, dtype=np.int32)
        places, _ = positions(result.truth.images.ids, table.state.images, threads)
        order = places[places >= 0]  # the order of the file decides between equal scores
    found = _Found(
        standing=standing,
        holder=holder,
        order=np.empty(count, dtype=np.int32),
        kind=np.empty(count, dtype=np.uint8),
        target=np.empty(count, dtype=np.int32),
        mends=np.empty(count, dtype=np.uint8),
        missed=np.empty(truths, dtype=np.uint8),
    )
    native.find_errors(
        sides.overlaps,
        order,
        *limits,
        variant == "tide",
        max_detections,
        found.standing,
        found.holder,
        found.order,
        found.kind,
        found.target,
        found.mends,
        found.missed,
        threads,
    )
    return found


def _oracles(
    result: Result, sides: TableOverlaps, found: _Found, variant: Variant, threads: int
) -> tuple[FloatArray, ByteArray]:
    """AP of each class as it is and with each kind of error mended [K, 9], and what it is made of."""
    table, classes = result.matches, sides.categories
    tide = variant == "tide"
    counts = ~table.truths.ignored
    without_epsilon = tide or Quirk.PRECISION_EPSILON in table.state.mended
    precision = np.empty((classes, len(_ORACLES)))
    used = np.empty((classes, len(_ORACLES)), dtype=np.uint8)

    def per_class(chosen: BoolArray) -> Int64Array:
        counted = np.bincount(sides.truth_category[chosen], minlength=classes)
        return counted.astype(np.int64)

    native.measure_oracles(
        table.state.category_offsets(),
        table.detections.score,
        found.order if tide else _places(table.state),
        found.standing,
        found.kind,
        found.target,
        found.mends,
        sides.truth_category,
        per_class(counts),
        per_class(found.missed != 0),
        per_class(counts & (found.holder < 0)),
        _TIDE_RECALLS if tide else averaged_recalls(result.parameters),
        0.0 if without_epsilon else float(np.spacing(1)),
        tide,
        precision,
        used,
        threads,
    )
    return precision, used


def _places(state: MatchState) -> Int32Array:
    """Where each detection stands among those of its score: as the evaluation ordered them."""
    ascending = np.arange(len(state), dtype=np.int32)
    if state.boxes is not None:
        x, y, width, height = state.boxes.T
        order = np.lexsort((height, width, y, x))
    elif protocol_of(state.parameters).ties_by_file:
        order = np.argsort(state.row, kind="stable")
    else:
        return ascending
    places = np.empty_like(ascending)
    places[order] = ascending
    return places


def _means(precision: FloatArray, counted: BoolArray) -> list[float | None]:
    """Over the classes that count, which mending can change."""
    numbers = counted.sum(axis=0)
    sums = np.where(counted, precision, 0.0).sum(axis=0)
    return [
        float(total) / int(number) if number else None for total, number in zip(sums, numbers, strict=True)
    ]


def _gains(values: list[float | None], *, cut: bool = True) -> list[float | None]:
    """What each oracle adds to the first; a loss by rearrangement is none, as in the paper's tool."""
    base = values[0]
    if base is None:
        return [None] * len(values)
    gains = [0.0 - base if value is None else value - base for value in values]
    return [max(gain, 0.0) if cut else gain for gain in gains]


def _counts(sides: TableOverlaps, kind: ByteArray, missed: ByteArray) -> dict[str, Int64Array]:
    """How many errors of each type each class has [K]."""
    by_class = np.empty((sides.categories, len(ERROR_NAMES)), dtype=np.int64)
    native.count_kinds(sides.overlaps, kind, by_class)
    counts: dict[str, Int64Array] = {
        name: by_class[:, place] for place, name in enumerate(ERROR_NAMES) if place > 0
    }
    counts["missed"] = np.bincount(sides.truth_category[missed != 0], minlength=sides.categories)
    return counts


def _per_class(
    table: MatchTable, precision: FloatArray, used: ByteArray, counts: dict[str, Int64Array]
) -> tuple[ClassErrors, ...]:
    rows = []
    for k, name in enumerate(table.category_names):
        values: list[Any] = precision[k].tolist() if used[k, 0] & 1 else [None] * len(_ORACLES)
        rows.append(
            ClassErrors(
                id=table.state.categories[k],
                name=name,
                ap=values[0],
                counts={error: int(column[k]) for error, column in counts.items()},
                loss=dict(zip(_LOSSES, _gains(values)[1:7], strict=True)),
            )
        )
    return tuple(rows)

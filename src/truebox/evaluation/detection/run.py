"""A matching of detections with truths, by any protocol and on every geometry: records in, a `Result` out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._named import NamedTuple
from truebox.errors import ArgumentError
from truebox.evaluation import matching
from truebox.evaluation.detection.findings import counts_of, data_findings, survey
from truebox.evaluation.detection.quirk_effects import quirk_findings, recalls_beside_decimals
from truebox.evaluation.detection.uncapped import is_small, said_beyond_cap
from truebox.evaluation.matches.ground import MatchGround
from truebox.evaluation.matching.matching import effective_thresholds, match
from truebox.evaluation.matching.policy import QuadMeasure
from truebox.evaluation.matching.source import BOX_SOURCES
from truebox.evaluation.protocol import Case, as_it_is, asking_first, with_own_scores
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.result import ClassResult, Result
from truebox.evaluation.states.accumulation import keeping_order
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.deferred import tables_of_state
from truebox.evaluation.states.summary import class_metrics, summarise
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.evaluation.detection.findings import Survey
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.matching.source import OverlapSource
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.deferred import AnyCurves
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.quirks import Quirk
    from truebox.evaluation.states.summary import Summary
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Mode

__all__ = ["MatchedCase", "Shape", "counted_rows", "evaluate_records", "match_records", "shape_asked"]


_SAMPLE = 1 << 14


class Shape(NamedTuple):
    """What only one geometry takes: sigmas of keypoints, and how wide boundaries are."""

    sigmas: Sequence[float] | None
    dilation_ratio: float


def shape_asked(sigmas: Sequence[float] | None, dilation_ratio: float) -> Shape:
    """Both as they were given, refused where they are no such numbers, whatever geometry is asked for.

    Examples
    --------
    >>> shape_asked(None, 0.02).dilation_ratio
    0.02
    """
    number = isinstance(dilation_ratio, (int, float, np.number)) and not isinstance(dilation_ratio, bool)
    if not (number and 0 < dilation_ratio <= 1):
        raise ArgumentError(f"dilation_ratio is {dilation_ratio!r:.60}; expected a number in (0, 1]")
    if sigmas is not None:
        try:
            spread = np.array(sigmas)
            spread = spread.astype(np.float64) if spread.dtype.kind in "fiu" else np.empty(0)
        except (TypeError, ValueError, OverflowError):
            spread = np.empty(0)
        if spread.ndim != 1 or not len(spread) or not (np.isfinite(spread) & (spread > 0)).all():
            raise ArgumentError(
                f"sigmas is {sigmas!r:.60}; expected one positive number per keypoint, as a list"
            )
    return Shape(sigmas, dilation_ratio)


class MatchedCase(NamedTuple):
    """Both sides as they were matched, and the outcome.

    Parameters
    ----------
    case : Case
        Before `DetectionProtocol.settle`.
    source : OverlapSource
    matched : Matched
        Settled.
    seen : Survey
    aligned : Alignment
        Before `DetectionProtocol.select`.
    unsettled : Matched
        As it was matched.
    """

    case: Case
    source: OverlapSource
    matched: Matched
    seen: Survey
    aligned: Alignment
    unsettled: Matched


def evaluate_records(
    truth: Truth,
    predictions: Predictions,
    parameters: CocoParameters,
    *,
    mode: Mode,
    images: Iterable[Any] | None,
    categories: Iterable[Any] | None,
    threads: int,
    shape: Shape,
    beyond_cap: bool = False,
) -> Result:
    """Select, match, settle, accumulate, answer, and say what touched the numbers.

    With `beyond_cap` also what detections beyond the largest cap would change, where this matching can tell.
    """
    found = match_records(
        truth,
        predictions,
        parameters,
        mode=mode,
        images=images,
        categories=categories,
        threads=threads,
        shape=shape,
        beyond_cap=beyond_cap,
    )
    return _result(found, mode=mode, threads=threads)


def match_records(
    truth: Truth,
    predictions: Predictions,
    parameters: CocoParameters,
    *,
    mode: Mode,
    images: Iterable[Any] | None,
    categories: Iterable[Any] | None,
    threads: int,
    shape: Shape,
    keep_question: bool = False,
    beyond_cap: bool = False,
) -> MatchedCase:
    """Select, match and settle."""
    # Masks evaluated as boxes have their boxes only once they are measured.
    protocol, boxes = protocol_of(parameters), parameters.geometry == "boxes" and predictions.boxed
    mended = protocol.mended(mode)
    if boxes:  # before ids are joined: a refusal of a value names it sooner
        seen = survey(truth, predictions, parameters, threads)
    alignment = align(
        truth,
        predictions,
        images=images,
        categories=categories,
        class_agnostic=parameters.class_agnostic,
        threads=threads,
        grouped=protocol.select is as_it_is
        and protocol.counts_empty
        and (boxes or parameters.geometry == "keypoints"),
    )
    case = protocol.select(
        Case(
            truth=truth,
            predictions=predictions,
            alignment=alignment,
            parameters=parameters,
            mended=mended,
            threads=threads,
        )
    )
    case, source = _with_source(case, mended, shape, threads)
    if not boxes:
        seen = survey(case.truth, case.predictions, parameters, threads, source)
    matched = match(
        case.truth,
        asking_first(case),
        case.alignment,
        parameters,
        mended=mended,
        threads=threads,
        source=source,
        policy=protocol.policy,
        outside=case.outside,
        absent=case.absent,
        keep_question=keep_question,
        beyond_cap=beyond_cap
        and case.asking is None
        and protocol.settles_nothing
        and is_small(case.truth, case.predictions),
    )
    matched = with_own_scores(case, matched)
    return MatchedCase(case, source, protocol.settle(case, matched), seen, alignment, matched)


def _with_source(case: Case, mended: Quirk, shape: Shape, threads: int) -> tuple[Case, OverlapSource]:
    """The case with what its geometry says of areas and boxes, and its overlaps."""
    geometry, protocol = case.parameters.geometry, protocol_of(case.parameters)
    if case.truth.area_missing is not None and geometry in ("masks", "boundary"):
        areas = matching.with_mask_areas(case.truth, case.predictions, case.alignment, threads)
        case = replace(case, truth=areas)
    if geometry in ROTATED:
        with_areas = matching.with_outline_areas if protocol.outlines else matching.with_quad_areas
        case = replace(case, truth=with_areas(case.truth, case.alignment))
    source = _leaving_out(_source(case, protocol, shape, threads), case)
    alignment = case.alignment
    if not protocol.counts_empty:
        alignment = _without_empty(alignment, source.area(mended))
    return replace(case, predictions=source.predictions, alignment=alignment), source


def _source(case: Case, protocol: DetectionProtocol, shape: Shape, threads: int) -> OverlapSource:
    geometry, truth, predictions = case.parameters.geometry, case.truth, case.predictions
    if geometry == "keypoints":
        return matching.keypoint_source(
            truth,
            predictions,
            protocol.sigmas if shape.sigmas is None else shape.sigmas,
            single=protocol.single_masks,
        )
    if geometry == "boxes":
        kind = BOX_SOURCES[protocol.pixels]
        if predictions.boxed or predictions.segmentations is None:
            return kind(predictions)
        found, area, findings = matching.measured_masks(truth, predictions, case.alignment, threads)
        return kind(found, findings=findings, mask_area=area)
    if geometry in ROTATED and protocol.outlines:
        return matching.outline_source(truth, predictions, case.alignment)
    if geometry in ROTATED:
        measure = protocol.quads if geometry == ROTATED[0] else QuadMeasure.PROBIOU
        return matching.quad_source(truth, predictions, case.alignment, measure)
    ratio = shape.dilation_ratio if geometry == "boundary" else None
    return matching.mask_source(
        truth,
        predictions,
        case.alignment,
        dilation_ratio=ratio,
        threads=threads,
        single=protocol.single_masks,
        lowest=_lowest_asked(case, protocol),
    )


def _lowest_asked(case: Case, protocol: DetectionProtocol) -> float | None:
    """The lowest overlap matching asks for; None where many detections seem beyond the cap of a cell."""
    parameters, alignment, cap = case.parameters, case.alignment, max(case.parameters.max_detections[-1], 1)
    if parameters.class_agnostic or not len(parameters.iou_thresholds):
        return None
    image, category = alignment.predicted_image[:_SAMPLE], alignment.predicted_category[:_SAMPLE]
    cells = np.sort(image.astype(np.int64) * max(len(alignment.categories), 1) + category)
    if 4 * int(np.count_nonzero(cells[cap:] == cells[:-cap])) > len(cells):
        return None
    return float(effective_thresholds(parameters, case.mended, protocol.policy).min())


def _leaving_out(source: OverlapSource, case: Case) -> OverlapSource:
    """With the truths that the protocol does not count, besides those of the geometry."""
    if case.uncounted is None:
        return source
    uncounted = case.uncounted if source.uncounted is None else source.uncounted | case.uncounted
    # Each source is a dataclass.
    return replace(source, uncounted=uncounted)  # type: ignore[type-var]


def _without_empty(alignment: Alignment, area: FloatArray) -> Alignment:
    """Leave out detections without area."""
    image = np.where(area > 0, alignment.predicted_image, -1).astype(np.int32)
    return replace(alignment, predicted_image=image)


def _result(found: MatchedCase, *, mode: Mode, threads: int) -> Result:
    """What follows from a matching."""
    case, source, matched, seen = found.case, found.source, found.matched, found.seen
    truth, predictions, alignment = case.truth, case.predictions, case.alignment
    parameters, protocol = case.parameters, protocol_of(case.parameters)
    reported = protocol.reported if mode == "strict" else ()
    decimals = recalls_beside_decimals(parameters)[1] if reported else None
    ordered = matched
    if reported and matched.unsure_cells.any():  # accumulated again below
        ordered = replace(matched, state=keeping_order(matched.state))
    curves = tables_of_state(ordered.state, more_recalls=decimals, threads=threads or None)
    summary = _summary(protocol, matched, curves, truth)
    findings = [
        *truth.findings,
        *predictions.findings,
        *source.findings,
        *data_findings(counts_of(truth, predictions, alignment, matched), seen, parameters, truth.findings),
    ]
    if summary.metrics.get("AP") is not None:
        findings = said_beyond_cap(findings, matched.uncapped, curves, threads)
    if reported:
        findings += quirk_findings(
            case,
            matched=ordered,
            unsettled=found.unsettled,
            curves=curves,
            seen=seen,
            threads=threads,
            source=source,
            here=summary.metrics,
        )
    return Result(
        protocol=parameters.protocol,
        geometry=parameters.geometry,
        mode=mode,
        parameters=parameters,
        metrics=summary.metrics,
        undefined=summary.undefined,
        images=len(alignment.images),
        truths=int(np.count_nonzero(counted_rows(case, source))),
        detections=int(matched.detections.sum()),
        per_class=_per_class(case, matched, curves, source),
        curves=curves.bare(),
        stats=summary.stats,
        state=matched.state,
        truth=truth,
        predictions=predictions,
        warnings=tuple(findings),
        ground=MatchGround(
            source,
            matched.columns,
            alignment.category_names,
            policy=protocol.policy,
            absent=case.absent,
            partners=matched.partners,
        ),
    )


def _summary(protocol: DetectionProtocol, matched: Matched, curves: AnyCurves, truth: Truth) -> Summary:
    found = summarise(matched.state, curves, truth)
    if "AP" not in found.metrics:
        raise ArgumentError(
            f"protocol: {protocol.name!r} asks no question 'AP', which reports, gates and diagnoses look at "
            "first. Fix: call its headline AP."
        )
    return found


def counted_rows(case: Case, source: OverlapSource) -> BoolArray:
    """Truths that are evaluated and can be found: no crowd regions, nothing else that never counts."""
    truth, alignment = case.truth, case.alignment
    regions = protocol_of(case.parameters).policy.regions_count
    uncounted = np.zeros_like(truth.crowd) if regions else truth.crowd
    if source.uncounted is not None:
        uncounted = uncounted | source.uncounted
    if case.outside is not None:
        bit = np.uint64(case.parameters.main_range)
        uncounted = uncounted | ((case.outside >> bit) & np.uint64(1)).astype(np.uint8)
    counted: BoolArray = (alignment.true_image >= 0) & (alignment.true_category >= 0) & (uncounted == 0)
    return counted


def _per_class(
    case: Case, matched: Matched, curves: AnyCurves, source: OverlapSource
) -> tuple[ClassResult, ...]:
    truth, alignment = case.truth, case.alignment
    if matched.state.parameters.class_agnostic:
        return ()
    counted = alignment.true_category[counted_rows(case, source)]
    truths = np.bincount(counted, minlength=len(alignment.categories))
    return tuple(
        ClassResult(
            id=alignment.categories[k],
            name=alignment.category_names[k],
            images=int(matched.truth_images[k]),
            truths=int(truths[k]),
            detections=int(matched.detections[k]),
            metrics=metrics,
        )
        for k, metrics in enumerate(class_metrics(matched.state, curves, truth))
    )

"""The COCO protocol on boxes: records in, a `Result` out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.accumulation import accumulate
from truebox.evaluation.alignment import align
from truebox.evaluation.findings import data_findings, survey
from truebox.evaluation.matching import match
from truebox.evaluation.quirk_effects import quirk_findings, recalls_beside_decimals
from truebox.evaluation.quirks import mended_in
from truebox.evaluation.result import ClassResult, Result
from truebox.evaluation.summary import class_metrics, summarise

if TYPE_CHECKING:
    from truebox.evaluation.accumulation import Curves
    from truebox.evaluation.alignment import Alignment
    from truebox.evaluation.matching import Matched
    from truebox.evaluation.parameters import CocoParameters
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, Mode

__all__ = ["evaluate_coco_boxes"]


def evaluate_coco_boxes(
    truth: Truth,
    predictions: Predictions,
    parameters: CocoParameters,
    *,
    mode: Mode,
    images: Iterable[Any] | None,
    categories: Iterable[Any] | None,
    threads: int,
) -> Result:
    """Match, accumulate, summarise, and say what touched the numbers."""
    seen = survey(truth, predictions, parameters, threads)
    alignment = align(
        truth,
        predictions,
        images=images,
        categories=categories,
        class_agnostic=parameters.class_agnostic,
        threads=threads,
    )
    matched = match(truth, predictions, alignment, parameters, mended=mended_in(mode), threads=threads)
    decimals = recalls_beside_decimals(parameters)[1] if mode == "strict" else None
    curves = accumulate(matched.state, with_scores=False, more_recalls=decimals, threads=threads or None)
    summary = summarise(matched.state, curves)
    findings = [
        *truth.findings,
        *predictions.findings,
        *data_findings(truth, predictions, alignment, matched, seen),
    ]
    if mode == "strict":
        findings += quirk_findings(
            truth, predictions, alignment, matched=matched, curves=curves, seen=seen, threads=threads
        )
    return Result(
        protocol="coco",
        geometry="boxes",
        mode=mode,
        parameters=parameters,
        metrics=summary.metrics,
        undefined=summary.undefined,
        images=len(alignment.images),
        truths=int(np.count_nonzero(_counted(truth, alignment))),
        detections=int(matched.detections.sum()),
        per_class=_per_class(truth, alignment, matched, curves),
        precision=curves.precision,
        recall=curves.recall,
        stats=summary.stats,
        state=matched.state,
        truth=truth,
        predictions=predictions,
        warnings=tuple(findings),
    )


def _counted(truth: Truth, alignment: Alignment) -> BoolArray:
    """Truths that are evaluated and are no crowd regions."""
    counted: BoolArray = (alignment.true_image >= 0) & (alignment.true_category >= 0) & (truth.crowd == 0)
    return counted


def _per_class(
    truth: Truth, alignment: Alignment, matched: Matched, curves: Curves
) -> tuple[ClassResult, ...]:
    if matched.state.parameters.class_agnostic:
        return ()
    counted = alignment.true_category[_counted(truth, alignment)]
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
        for k, metrics in enumerate(class_metrics(matched.state, curves))
    )

"""A result as plain values: the JSON that every command and report shares."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox import _native

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult
    from truebox.evaluation.result import Result

__all__ = ["FORMAT_VERSION", "HEAD", "evaluation_document", "result_document"]

FORMAT_VERSION = 1

HEAD = ("format_version", "truebox", "protocol", "truth")
"""The keys that every document begins with."""


def evaluation_document(
    result: AnyResult,
    *,
    protocol: Mapping[str, Any],
    images: int,
    categories: int,
    per_class: Sequence[Mapping[str, Any]],
    evaluated: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """One evaluation under any protocol as the version 1 document.

    Parameters
    ----------
    result : AnyResult
        What was found.
    protocol : mapping
        Its rules, beside ``name``, ``mode`` and ``geometry``.
    images, categories : int
        Of the truth.
    per_class : sequence of mapping
        One for each class.
    evaluated : mapping or None
        Counts of what took part, where they are not those of what was read.
    """
    source = result.truth.source
    return {
        "format_version": FORMAT_VERSION,
        "truebox": _native.__version__,
        "protocol": {
            "name": result.protocol,
            "mode": result.mode,
            "geometry": result.geometry,
            **protocol,
        },
        "truth": {
            "path": source.name,
            "format": source.format,
            "images": images,
            "truths": len(result.truth),
            "categories": categories,
            "sha256": source.sha256(),
        },
        "results": [_entry(result, per_class, evaluated)],
        "gates": [],
    }


def result_document(result: Result) -> dict[str, Any]:
    """One evaluation of detections as the version 1 document."""
    return evaluation_document(
        result,
        protocol=_rules(result),
        images=len(result.truth.images),
        categories=len(result.truth.categories),
        per_class=[
            {
                "id": entry.id,
                "name": entry.name,
                "truths": entry.truths,
                "detections": entry.detections,
                **entry.metrics,
            }
            for entry in result.per_class
        ],
        evaluated={"images": result.images, "truths": result.truths, "detections": result.detections},
    )


def _rules(result: Result) -> dict[str, Any]:
    parameters = result.parameters
    return {
        "iou_thresholds": [float(value) for value in parameters.iou_thresholds],
        "recall_thresholds": [float(value) for value in parameters.recall_thresholds],
        "max_detections": list(parameters.max_detections),
        "area_ranges": {
            # JSON has no infinity: an open end is null
            label: [low if math.isfinite(low) else None, high if math.isfinite(high) else None]
            for label, (low, high) in parameters.area_ranges.items()
        },
        "class_agnostic": parameters.class_agnostic,
    }


def _entry(
    result: AnyResult, per_class: Sequence[Mapping[str, Any]], evaluated: Mapping[str, int] | None
) -> dict[str, Any]:
    source = result.predictions.source
    return {
        "name": source.shown,
        "format": source.format,
        "detections": len(result.predictions),
        **({} if evaluated is None else {"evaluated": dict(evaluated)}),
        "metrics": dict(result.metrics),
        "undefined": dict(result.undefined),
        "per_class": list(per_class),
        "warnings": [
            {"code": finding.code, "message": finding.message, "count": finding.count}
            for finding in result.warnings
        ],
    }

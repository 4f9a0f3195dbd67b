"""A result as plain values: the JSON that every command and report shares."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from truebox import _native

if TYPE_CHECKING:
    from truebox.evaluation.result import Result

__all__ = ["FORMAT_VERSION", "result_document"]

FORMAT_VERSION = 1


def result_document(result: Result) -> dict[str, Any]:
    """One evaluation as the version 1 document."""
    truth = result.truth
    return {
        "format_version": FORMAT_VERSION,
        "truebox": _native.__version__,
        "protocol": _protocol(result),
        "truth": {
            "path": truth.source.name,
            "format": truth.source.format,
            "images": len(truth.images),
            "truths": len(truth),
            "categories": len(truth.categories),
            "sha256": truth.source.sha256(),
        },
        "results": [_one_result(result)],
        "gates": [],
    }


def _protocol(result: Result) -> dict[str, Any]:
    parameters = result.parameters
    return {
        "name": result.protocol,
        "mode": result.mode,
        "geometry": result.geometry,
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


def _one_result(result: Result) -> dict[str, Any]:
    predictions = result.predictions
    return {
        "name": predictions.source.name,
        "format": predictions.source.format,
        "detections": len(predictions),
        "evaluated": {"images": result.images, "truths": result.truths, "detections": result.detections},
        "metrics": dict(result.metrics),
        "undefined": dict(result.undefined),
        "per_class": [
            {
                "id": entry.id,
                "name": entry.name,
                "truths": entry.truths,
                "detections": entry.detections,
                **entry.metrics,
            }
            for entry in result.per_class
        ],
        "warnings": [
            {"code": finding.code, "message": finding.message, "count": finding.count}
            for finding in result.warnings
        ],
    }

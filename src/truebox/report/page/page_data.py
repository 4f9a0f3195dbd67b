"""Everything the page shows, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import _native
from truebox.diagnosis import calibration, errors, intervals, label_errors, operating_points, slices, ties
from truebox.diagnosis.error_breakdown import ERROR_NAMES
from truebox.errors import InputError
from truebox.report.comparison_rows import letter
from truebox.report.page.detection_columns import detection_columns

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["page_data", "side_data"]

_MOST_SUSPECTS = 60


def page_data(
    results: Sequence[Result],
    *,
    words: Sequence[str],
    gates: Sequence[Mapping[str, Any]],
    command: str,
    replicates: int,
) -> dict[str, Any]:
    """The page's data without its images.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> made = page_data([result], words=(), gates=(), command="truebox eval", replicates=0)
    >>> made["classes"], made["protocol"]["name"]
    (['cat'], 'coco')
    """
    document = results[0].to_dict()
    return {
        "truebox": _native.__version__,
        "command": command,
        "protocol": document["protocol"],
        "truth": document["truth"],
        "classes": [each.name for each in results[0].per_class],
        "images": results[0].images,
        "errorNames": [*ERROR_NAMES, "ignored"],
        "words": list(words),
        "gates": [dict(gate) for gate in gates],
        "results": [
            side_data(result, letter(index), replicates=replicates) for index, result in enumerate(results)
        ],
    }


def side_data(result: Result, name: str, *, replicates: int) -> dict[str, Any]:
    """One set of predictions: numbers with intervals, curves, errors, and its detections as columns.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> made = side_data(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"), "A", replicates=0)
    >>> made["metrics"][0]
    {'key': 'AP', 'value': 1.0, 'low': None, 'high': None, 'reason': None}
    """
    found = intervals(result, replicates=replicates) if replicates else None
    breakdown = errors(result)
    points = operating_points(result)
    return {
        "letter": name,
        "source": result.predictions.source.name,
        "format": result.predictions.source.description,
        "detections": len(result.predictions),
        "metrics": [
            {
                "key": key,
                "value": value,
                "low": found.metrics[key].low if found and key in found.metrics else None,
                "high": found.metrics[key].high if found and key in found.metrics else None,
                "reason": result.undefined.get(key),
            }
            for key, value in result.metrics.items()
        ],
        "level": found.level if found else None,
        "seed": found.seed if found else None,
        "replicates": replicates,
        "warnings": [
            {"code": each.code, "message": each.message, "count": each.count} for each in result.warnings
        ],
        "perClass": _classes(result, found),
        "precision": _precision(result),
        "best": points.overall.to_dict(),
        "bestPerClass": [point.score for point in points.per_class],
        "errors": {
            "ap": breakdown.ap,
            "loss": dict(breakdown.loss),
            "counts": dict(breakdown.counts),
            "perClass": [
                {"counts": dict(each.counts), "loss": dict(each.loss)} for each in breakdown.per_class
            ],
        },
        "calibration": _calibration(result),
        "slices": slices(result).to_dict(),
        "ties": ties(result).to_dict()["metrics"],
        "suspects": [each.to_dict() for each in label_errors([result]).suspects[:_MOST_SUSPECTS]],
        "overlaps": _overlap_histogram(result),
        "columns": detection_columns(result),
    }


def _classes(result: Result, found: Any) -> list[dict[str, Any]]:
    rows = []
    for place, each in enumerate(result.per_class):
        estimate = found.per_class[place].metrics.get("AP") if found else None
        rows.append(
            {
                "id": each.id,
                "name": each.name,
                "images": each.images,
                "truths": each.truths,
                "detections": each.detections,
                "metrics": dict(each.metrics),
                "low": estimate.low if estimate else None,
                "high": estimate.high if estimate else None,
            }
        )
    return rows


def _precision(result: Result) -> dict[str, Any]:
    """Precision at the recall thresholds: the mean over classes per IoU, and every class at two of them."""
    table = result.precision[..., result.parameters.main_range, -1]
    held = result.state.truths[:, result.parameters.main_range] > 0
    thresholds = result.parameters.iou_thresholds
    mean = table[:, :, held].mean(axis=2) if held.any() else np.zeros(table.shape[:2])
    per_class = {
        f"{thresholds[t]:g}": [
            np.round(table[t, :, k], 4).tolist() if held[k] else None for k in range(table.shape[2])
        ]
        for t in sorted({0, int(np.argmin(np.abs(thresholds - 0.75)))})
    }
    return {
        "recalls": np.round(result.parameters.recall_thresholds, 6).tolist(),
        "mean": {f"{iou:g}": np.round(row, 4).tolist() for iou, row in zip(thresholds, mean, strict=True)},
        "perClass": per_class,
    }


def _calibration(result: Result) -> dict[str, Any]:
    try:
        made = calibration(result).to_dict()
    except InputError as error:
        return {"reason": error.problem}
    del made["per_class"]
    return made


def _overlap_histogram(result: Result) -> dict[str, Any]:
    """How many detections overlap their best truth of the same class by how much, in steps of 0.02."""
    counts, edges = np.histogram(result.matches.detections.own_overlap, bins=50, range=(0, 1))
    return {"edges": np.round(edges, 4).tolist(), "counts": counts.tolist()}

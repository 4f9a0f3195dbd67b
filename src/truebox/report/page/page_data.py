"""Everything the page shows, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import _native
from truebox.diagnosis import calibration, intervals, slices, ties
from truebox.errors import InputError
from truebox.report.blocks.side_by_side import letter
from truebox.report.page.detection_columns import detection_columns
from truebox.report.page.gallery import OUTCOME_NAMES
from truebox.report.page.size_rows import size_rows

if TYPE_CHECKING:
    from truebox.diagnosis import Intervals
    from truebox.evaluation import Result
    from truebox.report.page.side import Side
    from truebox.typing import Int64Array

__all__ = ["page_data", "side_data"]


def page_data(
    sides: Sequence[Side],
    places: Int64Array,
    *,
    words: Sequence[str],
    gates: Sequence[Mapping[str, Any]],
    command: str,
    replicates: int,
) -> dict[str, Any]:
    """The page's data without its images, which are those at `places` of the evaluation's images.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> made = page_data([Side.of(result)], np.array([0]), words=(), gates=(), command="", replicates=0)
    >>> made["classes"], made["protocol"]["name"]
    (['cat'], 'coco')
    """
    first = sides[0].result
    document = first.to_dict()
    return {
        "truebox": _native.__version__,
        "command": command,
        "protocol": document["protocol"],
        "truth": document["truth"],
        "classes": [each.name for each in first.per_class],
        "images": first.images,
        "errorNames": list(OUTCOME_NAMES),
        "words": list(words),
        "gates": [dict(gate) for gate in gates],
        "results": [
            side_data(side, places, letter(index), replicates=replicates) for index, side in enumerate(sides)
        ],
    }


def side_data(side: Side, places: Int64Array, name: str, *, replicates: int) -> dict[str, Any]:
    """One set of predictions: numbers with intervals, curves, errors, and its detections as columns.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> made = side_data(side, np.array([0]), "A", replicates=0)
    >>> made["metrics"][0]
    {'key': 'AP', 'value': 1.0, 'low': None, 'high': None, 'reason': None}
    """
    result, breakdown, points, known = side.result, side.errors, side.points, side.diagnosis
    found = _intervals(side, replicates)
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
        "replicates": found.replicates if found else 0,
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
        "calibration": _calibration(side),
        "slices": ((known and known.slices) or slices(result, iou=side.iou)).to_dict(),
        "ties": ((known and known.ties) or ties(result)).to_dict()["metrics"],
        "sizes": size_rows(result),
        "overlaps": _overlap_histogram(result),
        "columns": detection_columns(side, places),
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


def _intervals(side: Side, replicates: int) -> Intervals | None:
    if not replicates:
        return None
    known = side.diagnosis.intervals if side.diagnosis else None
    return known or intervals(side.result, replicates=replicates)


def _calibration(side: Side) -> dict[str, Any]:
    known = side.diagnosis.calibration if side.diagnosis else None
    try:
        made = (known or calibration(side.result, iou=side.iou)).to_dict()
    except InputError as error:
        return {"reason": error.problem}
    del made["per_class"]
    return made


def _overlap_histogram(result: Result) -> dict[str, Any]:
    """How many detections overlap their best truth of the same class by how much, in steps of 0.02."""
    counts, edges = np.histogram(result.matches.detections.own_overlap, bins=50, range=(0, 1))
    return {"edges": np.round(edges, 4).tolist(), "counts": counts.tolist()}

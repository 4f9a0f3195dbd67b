"""Everything the page shows, as plain values: what all sections draw from, and what each adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.registry import protocol_of
from truebox.report.blocks.letters import predictions_names, short_names
from truebox.report.page.detection_columns import detection_columns
from truebox.report.page.explained import OUTCOME_NAMES
from truebox.report.page.images.columns_of_truths import columns_of_truths
from truebox.report.page.images.gallery_rows import gallery_data
from truebox.report.page.images.images_beyond import ids_beyond, images_beyond
from truebox.report.page.packed import packed
from truebox.report.page.section import all_sections

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.report.page.material import Material
    from truebox.report.page.side import Side
    from truebox.typing import Int64Array

__all__ = ["page_data", "side_data"]

_NO_CURVE = 65535


def page_data(material: Material, *, rows: bool = True) -> dict[str, Any]:
    """What all sections draw from, and what each of them adds; the images only where their `rows` are wanted.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.material import Material
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> made = page_data(Material(sides=[Side.of(result)]))
    >>> made["classes"], made["protocol"]["name"]
    (['cat'], 'coco')
    """
    first = material.sides[0].result
    ids = first.truth.ids.tolist()
    shown = [side.result for side in material.sides]
    names, short = predictions_names(shown), short_names(shown)
    data = {
        "protocol": first.to_dict()["protocol"],
        "distances": protocol_of(first.parameters).distances,
        "classes": [each.name for each in first.per_class],
        "images": first.images,
        "errorNames": list(OUTCOME_NAMES),
        "results": [
            {"letter": short[index], **side_data(side, material.choice.places), "source": names[index]}
            for index, side in enumerate(material.sides)
        ],
        "suspects": material.suspects,
        "beyond": images_beyond(first, material.choice.places),
        "beyondIds": ids_beyond(first, material.choice.places),
        "truthIds": [ids[row] for row in first.matches.truths.row.tolist()],
    }
    if rows:
        data["gallery"] = gallery_data(material.sides, material.choice, material.images, material.most_bytes)
    for section in all_sections():
        if section.of_page:
            _add(data, section.of_page(material), section.name)
    return data


def side_data(side: Side, places: Int64Array) -> dict[str, Any]:
    """One set of predictions: numbers with intervals, curves, errors, and its detections as columns.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> side_data(side, np.array([0]))["metrics"][0]
    {'key': 'AP', 'value': 1.0, 'low': None, 'high': None, 'reason': None, 'less': False}
    """
    result, points, found = side.result, side.points, side.intervals
    data = {
        "source": result.predictions.source.shown,
        "format": result.predictions.source.description,
        "detections": len(result.predictions),
        "level": found.level if found else None,
        "seed": found.seed if found else None,
        "replicates": found.replicates if found else 0,
        "perClass": _classes(result, found),
        "precision": _precision(result),
        "best": points.overall.to_dict(),
        "bestPerClass": [point.score for point in points.per_class],
        "columns": detection_columns(side, places),
        "truthColumns": columns_of_truths(side, places),
    }
    for section in all_sections():
        if section.of_side:
            _add(data, section.of_side(side), section.name)
    return data


def _add(data: dict[str, Any], more: Mapping[str, Any], section: str) -> None:
    twice = data.keys() & more.keys()
    if twice:
        raise RuntimeError(f"section {section}: {', '.join(sorted(twice))} is in the data already")
    data.update(more)


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
    """Precision at the recall thresholds and every IoU: the mean over classes, and that of every class.

    Of the classes it is packed row by row, in ten-thousandths; a class without truths has 65535 throughout.
    ``ap`` are the exact areas that the rounded curves only come near: of all, and of each class.
    """
    table = result.precision[..., result.parameters.main_range, -1]
    held = result.state.truths[:, result.parameters.main_range] > 0
    thresholds = result.parameters.iou_thresholds
    mean = table[:, :, held].mean(axis=2) if held.any() else np.zeros(table.shape[:2])
    shares = np.where(held, np.rint(table * 10_000), _NO_CURVE).transpose(0, 2, 1)  # [T, K, R]
    per_class = {f"{iou:g}": packed(rows, "u2") for iou, rows in zip(thresholds, shares, strict=True)}
    own = np.where(held, table.mean(axis=1), np.nan)  # [T, K]
    exact = zip(result.ap_by_iou.items(), own, strict=True)
    return {
        "ap": {
            f"{iou:g}": [value, *(None if np.isnan(each) else float(each) for each in row)]
            for (iou, value), row in exact
        },
        "recalls": np.round(result.parameters.recall_thresholds, 6).tolist(),
        "mean": {f"{iou:g}": np.round(row, 4).tolist() for iou, row in zip(thresholds, mean, strict=True)},
        "perClass": per_class,
    }

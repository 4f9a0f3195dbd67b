"""Panoptic quality from its published definition, pixel by pixel and segment by segment.

Kirillov et al., Panoptic Segmentation (CVPR 2019), sections 4.1 and 4.2, with the conventions the
COCO panoptic task documents: VOID has id 0; overlap and VOID exclude each other; crowds are never
missed; a prediction that is mostly VOID or crowd of its class is dropped. Written independently of
the package: plain loops over pixels and dictionaries.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any


@dataclass
class TwinClass:
    tp: int = 0
    fp: int = 0
    fn: int = 0
    iou: float = 0.0


def twin_counts(truth: dict[str, Any], predictions: dict[str, Any], *, strict: bool) -> dict[Any, TwinClass]:
    """Counts and sums per class; overlaps are added by image id, true segment id, predicted segment id."""
    classes = {category["id"]: TwinClass() for category in truth["categories"]}
    found = {entry["image_id"]: entry for entry in predictions["annotations"]}
    for entry in sorted(truth["annotations"], key=lambda entry: entry["image_id"]):
        _count_image(entry, found[entry["image_id"]], classes, strict=strict)
    return classes


def _count_image(true: Any, predicted: Any, classes: dict[Any, TwinClass], *, strict: bool) -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for true_row, predicted_row in zip(
        true["segmentation"].tolist(), predicted["segmentation"].tolist(), strict=True
    ):
        pairs.update(zip(true_row, predicted_row, strict=True))
    true_area: Counter[int] = Counter()
    predicted_area: Counter[int] = Counter()
    for (t, p), pixels in pairs.items():
        true_area[t] += pixels
        predicted_area[p] += pixels
    if strict:
        for segment in true["segments_info"]:
            true_area[segment["id"]] = segment.get("area", true_area[segment["id"]])

    matched_truths, matched_predictions = set(), set()
    for t in sorted(true["segments_info"], key=lambda segment: segment["id"]):
        for p in sorted(predicted["segments_info"], key=lambda segment: segment["id"]):
            if t.get("iscrowd") or t["category_id"] != p["category_id"]:
                continue
            inside = pairs[t["id"], p["id"]]
            union = true_area[t["id"]] + predicted_area[p["id"]] - inside - pairs[0, p["id"]]
            if inside and inside / union > 0.5:
                classes[t["category_id"]].tp += 1
                classes[t["category_id"]].iou += inside / union
                matched_truths.add(t["id"])
                matched_predictions.add(p["id"])

    crowds: dict[Any, list[int]] = {}
    for t in true["segments_info"]:
        if t.get("iscrowd"):
            known = crowds.setdefault(t["category_id"], [])
            known[:] = [t["id"]] if strict else [*known, t["id"]]
        elif t["id"] not in matched_truths:
            classes[t["category_id"]].fn += 1
    for p in predicted["segments_info"]:
        if p["id"] in matched_predictions:
            continue
        excused = pairs[0, p["id"]] + sum(pairs[crowd, p["id"]] for crowd in crowds.get(p["category_id"], []))
        if excused / predicted_area[p["id"]] <= 0.5:
            classes[p["category_id"]].fp += 1


def twin_means(truth: dict[str, Any], classes: dict[Any, TwinClass]) -> dict[str, float | None]:
    """The nine headline numbers, with the reference's 0 for SQ without a match."""
    means: dict[str, float | None] = {}
    for ending, wanted in (("", (0, 1)), ("th", (1,)), ("st", (0,))):
        rows = []
        for category in truth["categories"]:
            one = classes[category["id"]]
            if category["isthing"] in wanted and one.tp + one.fp + one.fn:
                weight = one.tp + 0.5 * one.fp + 0.5 * one.fn
                rows.append((one.iou / weight, one.iou / one.tp if one.tp else 0.0, one.tp / weight))
        for place, name in enumerate(("PQ", "SQ", "RQ")):
            means[name + ending] = sum(row[place] for row in rows) / len(rows) if rows else None
    return means

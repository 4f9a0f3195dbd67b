"""Panoptic counts and confusion matrices as NumPy says them: unique pairs, and a bincount."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.call import Array, Call

TOOL = "NumPy (definition)"
_OFFSET = 2**24


def panoptic(truth: dict[str, Any], predictions: dict[str, Any], maps: Any) -> Call:
    """TP, FP, FN per class [K, 3]; ``maps(annotation)`` gives the ids of an image."""
    found = {entry["image_id"]: entry for entry in predictions["annotations"]}
    rows = {category["id"]: row for row, category in enumerate(truth["categories"])}

    def run() -> Array:
        counts = np.zeros((len(rows), 3), dtype=np.int64)
        for entry in truth["annotations"]:
            _count(entry, found[entry["image_id"]], maps, rows, counts)
        return counts

    return Call(run)


def _count(true: Any, predicted: Any, maps: Any, rows: dict[Any, int], counts: Array) -> None:
    joined = maps(true).astype(np.uint64) * _OFFSET + maps(predicted)
    keys, pixels = np.unique(joined, return_counts=True)
    pairs = {divmod(int(key), _OFFSET): int(count) for key, count in zip(keys, pixels, strict=True)}
    areas: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for pair, count in pairs.items():
        for side, number in zip(areas, pair, strict=True):
            side[number] = side.get(number, 0) + count
    truths = {part["id"]: part["category_id"] for part in true["segments_info"]}
    found = {part["id"]: part["category_id"] for part in predicted["segments_info"]}
    matched: tuple[set[int], set[int]] = (set(), set())
    for (t, p), inside in pairs.items():
        if t in truths and p in found and truths[t] == found[p]:
            union = areas[0][t] + areas[1][p] - inside - pairs.get((0, p), 0)
            if inside / union > 0.5:
                counts[rows[truths[t]], 0] += 1
                matched[0].add(t)
                matched[1].add(p)
    for p in found.keys() - matched[1]:
        counts[rows[found[p]], 1] += pairs.get((0, p), 0) / areas[1][p] <= 0.5
    for t in truths.keys() - matched[0]:
        counts[rows[truths[t]], 2] += 1


def confuse(truths: list[Array], predictions: list[Array], classes: int) -> Call:
    """Confusion matrix [C, C]."""

    def run() -> Array:
        total = np.zeros(classes * classes, dtype=np.int64)
        for truth, predicted in zip(truths, predictions, strict=True):
            joined = truth.ravel().astype(np.int64) * classes + predicted.ravel()
            total += np.bincount(joined, minlength=classes * classes)
        return total.reshape(classes, classes)

    return Call(run)

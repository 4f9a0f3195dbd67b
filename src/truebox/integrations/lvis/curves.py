"""Precision and recall of LVIS entries."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox.integrations.pycocotools.matching.curves import looked_up

__all__ = ["tables_of_classes"]


def tables_of_classes(
    entries: Any, classes: int, ranges: int, images: int, thresholds: tuple[Any, Any]
) -> tuple[Any, Any, Any]:
    """Precision [T, R, K, A], recall [T, K, A], and the outcomes of each category and area range by score.

    Parameters
    ----------
    entries : sequence of dict or None
        Of every category, area range and image.
    classes, ranges, images : int
        How many there are.
    thresholds : tuple
        Of overlaps, and of recalls.
    """
    overlaps, recalls = thresholds
    precision = -np.ones((len(overlaps), len(recalls), classes, ranges))
    recall = -np.ones((len(overlaps), classes, ranges))
    outcomes: dict[int, dict[int, dict[str, Any]]] = {
        k: {a: {} for a in range(ranges)} for k in range(classes)
    }
    for k in range(classes):
        for a in range(ranges):
            start = (k * ranges + a) * images
            held = [entry for entry in entries[start : start + images] if entry is not None]
            if not held:
                continue
            truths = np.count_nonzero(np.concatenate([entry["gt_ignore"] for entry in held]) == 0)
            if truths == 0:
                continue
            outcomes[k][a] = _outcomes(held)
            hits, false = (np.cumsum(outcomes[k][a][key], axis=1).astype(float) for key in ("tps", "fps"))
            envelope = hits / (false + hits + np.spacing(1))
            envelope = np.maximum.accumulate(envelope[:, ::-1], axis=1)[:, ::-1]
            for t in range(len(hits)):
                recall[t, k, a] = hits[t, -1] / truths if hits.shape[1] else 0
                found, _ = looked_up(hits[t] / truths, envelope[t], envelope[t], recalls)
                precision[t, :, k, a] = found
    return precision, recall, outcomes


def _outcomes(held: list[Any]) -> dict[str, Any]:
    scores = np.concatenate([entry["dt_scores"] for entry in held], axis=0)
    order = np.argsort(-scores, kind="mergesort")
    matched = np.concatenate([entry["dt_matches"] for entry in held], axis=1)[:, order]
    counted = np.logical_not(np.concatenate([entry["dt_ignore"] for entry in held], axis=1)[:, order])
    return {
        "dt_ids": np.concatenate([entry["dt_ids"] for entry in held], axis=0)[order],
        "tps": np.logical_and(matched, counted),
        "fps": np.logical_and(np.logical_not(matched), counted),
    }

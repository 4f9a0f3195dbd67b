"""Boxes as detectors give them before suppression: crowded on one image, or spread over a large one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from benchmarks.call import Array


class Scored(NamedTuple):
    """Corner boxes [N, 4] and their scores [N], all different."""

    boxes: Array
    scores: Array


def scored_boxes(count: int, field: float, dtype: str, seed: int = 0) -> Scored:
    """Sides of 10 to 100 pixels at random places in a square image of `field` pixels."""
    chance = np.random.default_rng(seed)
    corner = chance.random((count, 2)) * field
    boxes = np.concatenate([corner, corner + chance.uniform(10, 100, (count, 2))], axis=1)
    return Scored(boxes.astype(dtype), chance.permutation(count) / count)


def plain_rows(scored: Scored, threshold: float) -> Array:
    """The rows that stay, by the definition: each kept box against all that it could touch."""
    boxes, scores = scored
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    by_left = np.argsort(boxes[:, 0])
    lefts, widest = boxes[by_left, 0], (boxes[:, 2] - boxes[:, 0]).max()
    alive, kept = np.ones(len(boxes), bool), []
    for best in np.argsort(-scores, kind="stable"):
        if not alive[best]:
            continue
        kept.append(best)
        first, last = np.searchsorted(lefts, (boxes[best, 0] - 2 * widest, boxes[best, 2]))
        near = by_left[first:last]
        low = np.maximum(boxes[best, :2], boxes[near, :2])
        high = np.minimum(boxes[best, 2:], boxes[near, 2:])
        side = np.maximum(high - low, 0)
        shared = side[:, 0] * side[:, 1]
        iou = (shared / (area[best] + area[near] - shared)).astype(np.float64)
        alive[near[iou > threshold]] = False
    return np.array(kept)


def models(count: int, objects: int, seed: int = 0) -> tuple[list[Array], list[Array], list[Array]]:
    """Boxes, scores and labels of `count` models that see the same objects a little differently."""
    chance = np.random.default_rng(seed)
    low = chance.random((objects, 2)) * 0.9
    truth = np.concatenate([low, low + chance.uniform(0.01, 0.09, (objects, 2))], axis=1)
    kinds = chance.integers(0, 80, objects)
    boxes = [np.clip(truth + chance.normal(0, 0.0005, truth.shape), 0, 1) for _ in range(count)]
    return boxes, [chance.random(objects) for _ in range(count)], [kinds] * count

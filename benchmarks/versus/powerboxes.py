"""powerboxes: Rust kernels that give distances, 1 - IoU."""

from __future__ import annotations

from typing import Any

import numpy as np
import powerboxes

from benchmarks.call import Array, Call

TOOL = "powerboxes"


def _distance(iou: Array) -> Array:
    return np.asarray(1.0 - iou)


def pairwise(a: Array, b: Array) -> Call:
    # Its parallel door pays off for large inputs only: measured slower at 1,000 x 1,000.
    distance = powerboxes.parallel_iou_distance if len(a) * len(b) > 4_000_000 else powerboxes.iou_distance
    return Call(lambda: distance(a, b), expected=_distance)


def single(a: Any, b: Any) -> Call:
    left, right = np.array([a], dtype=np.float64), np.array([b], dtype=np.float64)
    return Call(
        lambda: powerboxes.iou_distance(left, right),
        read=lambda found: np.asarray(found).reshape(()),
        expected=_distance,
    )


def rotated(a: Array, b: Array) -> Call:
    return Call(lambda: powerboxes.parallel_rotated_iou_distance(a, b), read=lambda found: 1.0 - found)


def suppress(boxes: Array, scores: Array, threshold: float) -> Call:
    return Call(lambda: powerboxes.nms(boxes, scores, threshold, -1.0))

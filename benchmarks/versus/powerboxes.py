"""powerboxes: Rust kernels that give distances, 1 - IoU."""

from __future__ import annotations

from typing import Any

import numpy as np
import powerboxes

from benchmarks.call import Array, Call
from benchmarks.few_boxes_data import FewBoxesData
from benchmarks.geometry_data import GeometryData

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


def geometry(data: GeometryData) -> dict[str, Call]:
    calls = {}
    for count, boxes in data.boxes.items():
        name = f"{count:,} boxes"
        calls |= {
            f"{name}, corners to centers": Call(lambda b=boxes: powerboxes.box_convert(b, "xyxy", "cxcywh")),
            f"{name}, corners to sizes": Call(lambda b=boxes: powerboxes.box_convert(b, "xyxy", "xywh")),
            f"{name}, areas": Call(lambda b=boxes: powerboxes.boxes_areas(b)),
        }
    for count, (a, b) in data.others.items():
        distance = powerboxes.parallel_rotated_iou_distance if count > 50 else powerboxes.rotated_iou_distance
        calls[f"{count} × {count} rotated"] = Call(
            lambda d=distance, a=a, b=b: d(a, b), read=lambda found: 1.0 - found
        )
    return calls


def few_boxes(data: FewBoxesData) -> dict[str, Call]:
    calls = {}
    for count, scored in data.scored.items():
        calls[f"{count} boxes suppressed"] = suppress(*scored, data.threshold)
        rotated = data.rotated[count]
        calls[f"{count} rotated boxes suppressed"] = Call(
            lambda r=rotated: powerboxes.rotated_nms(*r, data.threshold, -1.0)
        )
    return calls

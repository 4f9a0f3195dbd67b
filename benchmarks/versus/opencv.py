"""OpenCV: pixels and points in C++, called once for each."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.call import Array, Call
from benchmarks.few_boxes_data import FewBoxesData
from benchmarks.geometry_data import GeometryData
from benchmarks.small_data import SmallData, sorted_corners

TOOL = "OpenCV"


def small_calls(data: SmallData) -> dict[str, Call]:
    pixels = data.pixels.view(np.uint8)
    points = [each.astype(np.float32) for each in data.points]
    return {
        "connected pixels of one mask": Call(
            lambda: cv2.connectedComponents(pixels, connectivity=8)[1],
            read=lambda found: np.asarray(found > 0),
        ),
        "convex hulls of 100 × 30 points": Call(
            lambda: [cv2.convexHull(each) for each in points], read=sorted_corners
        ),
    }


def geometry(data: GeometryData) -> dict[str, Call]:
    calls = {}
    for count, boxes in data.rotated.items():
        rects = [_rect(box) for box in boxes]
        quads = list(data.quads[count].astype(np.float32))
        calls |= {
            # It begins at another corner.
            f"{count:,} rotated, corners": Call(
                lambda r=rects: [cv2.boxPoints(each) for each in r],
                read=lambda found: np.roll(np.array(found), -1, axis=1),
            ),
            f"{count:,} rotated, smallest boxes around corners": Call(
                lambda q=quads: [cv2.minAreaRect(each) for each in q],
                read=lambda found: np.array([width * height for _, (width, height), _ in found]),
            ),
        }
    one, other = (_rect(boxes[0]) for boxes in data.others[1])
    calls["1 × 1 rotated"] = Call(lambda: _rotated_iou(one, other), read=lambda found: np.array([[found]]))
    first, second = (each[0].astype(np.float32) for each in data.pentagons[1])
    calls["1 × 1 convex"] = Call(lambda: _convex_iou(first, second), read=lambda found: np.array([[found]]))
    return calls


def _rect(box: Array) -> tuple[tuple[float, float], tuple[float, float], float]:
    x, y, width, height, angle = box.tolist()
    return (x, y), (width, height), angle


def _rotated_iou(one: tuple, other: tuple) -> float:
    meets, points = cv2.rotatedRectangleIntersection(one, other)
    shared = cv2.contourArea(points) if meets else 0.0
    return shared / (one[1][0] * one[1][1] + other[1][0] * other[1][1] - shared)


def _convex_iou(one: Array, other: Array) -> float:
    shared, _points = cv2.intersectConvexConvex(one, other)
    return shared / (cv2.contourArea(one) + cv2.contourArea(other) - shared)


def few_boxes(data: FewBoxesData) -> dict[str, Call]:
    calls = {}
    for count, (boxes, scores) in data.scored.items():
        sized = boxes.copy()
        sized[:, 2:] -= boxes[:, :2]
        rects = [_rect(box) for box in data.rotated[count][0]]
        raised = (scores + 1).astype(np.float32)  # it takes scores above 0
        calls |= {
            f"{count} boxes suppressed": Call(
                lambda b=sized, s=raised: cv2.dnn.NMSBoxes(b, s, 0.0, data.threshold)
            ),
            f"{count} rotated boxes suppressed": Call(
                lambda r=rects, s=raised: cv2.dnn.NMSBoxesRotated(r, s, 0.0, data.threshold)
            ),
        }
    return calls

"""OpenCV: pixels and points in C++, called once for each."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.call import Call
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

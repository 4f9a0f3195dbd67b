"""The formula in plain Python, as every course teaches it: two boxes, a dozen lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.call import Call

TOOL = "plain Python formula"


def _iou(a: Any, b: Any) -> float:
    x0 = max(a[0], b[0])
    y0 = max(a[1], b[1])
    x1 = min(a[2], b[2])
    y1 = min(a[3], b[3])
    shared = max(0, x1 - x0) * max(0, y1 - y0)
    area_a = (a[2] - a[0]) * (a[3] - a[1])
    area_b = (b[2] - b[0]) * (b[3] - b[1])
    return float(shared / (area_a + area_b - shared))


def single(a: Any, b: Any) -> Call:
    return Call(lambda: _iou(a, b), read=np.asarray)


def elementwise(a: Any, b: Any) -> Call:
    left, right = a.tolist(), b.tolist()
    return Call(lambda: [_iou(one, other) for one, other in zip(left, right, strict=True)])

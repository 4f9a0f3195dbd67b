"""cython_bbox: the overlap loop of the first detectors, on inclusive pixels (+1), float64 or float32."""

from __future__ import annotations

import numpy as np
from cython_bbox import bbox_overlaps

from benchmarks.call import Array, Call

TOOL = "cython_bbox"


def pairwise(a: Array, b: Array) -> Call:
    # The compiled function takes float64 only.
    left, right = np.ascontiguousarray(a, dtype=np.float64), np.ascontiguousarray(b, dtype=np.float64)
    return Call(lambda: bbox_overlaps(left, right), pixels="inclusive")

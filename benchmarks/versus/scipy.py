"""SciPy: linear assignment by shortest augmenting paths, connected pixels, convex hulls."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import label
from scipy.optimize import linear_sum_assignment
from scipy.spatial import ConvexHull

from benchmarks.call import Array, Call
from benchmarks.small_data import SmallData, sorted_corners

TOOL = "scipy"


def assign(cost: Array) -> Call:
    return Call(lambda: linear_sum_assignment(cost), read=lambda found: cost[found])


def small_calls(data: SmallData) -> dict[str, Call]:
    around = np.ones((3, 3))
    return {
        "cheapest matching, 10 × 10": assign(data.cost),
        "connected pixels of one mask": Call(
            lambda: label(data.pixels, around)[0], read=lambda found: np.asarray(found > 0)
        ),
        "convex hulls of 100 × 30 points": Call(
            lambda: [each[ConvexHull(each).vertices] for each in data.points], read=sorted_corners
        ),
    }

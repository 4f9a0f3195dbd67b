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


def assign_most(worth: Array) -> Call:
    return Call(lambda: linear_sum_assignment(worth, maximize=True), read=lambda found: worth[found])


def assign_gated(cost: Array, gate: float) -> Call:
    """Forbidden pairs cost more than any matching without them, and are left out of the answer."""

    def run() -> tuple[Array, Array]:
        rows, columns = linear_sum_assignment(np.where(cost > gate, dear, cost))
        kept = cost[rows, columns] <= gate
        return rows[kept], columns[kept]

    dear = float(cost.max()) * (min(cost.shape) + 1)
    return Call(run, read=lambda found: cost[found])


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

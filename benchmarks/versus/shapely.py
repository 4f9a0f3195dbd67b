"""Shapely: exact geometry on GEOS, vectorised; pairs found by its tree."""

from __future__ import annotations

import numpy as np
import shapely

from benchmarks.call import Array, Call
from benchmarks.rotated_data import corners
from benchmarks.small_data import SmallData, sorted_corners

TOOL = "shapely"


def rotated(a: Array, b: Array) -> Call:
    return polygons(corners(a), corners(b))


def polygons(a: Array, b: Array) -> Call:
    left, right = shapely.polygons(a), shapely.polygons(b)
    areas, tree = (shapely.area(left), shapely.area(right)), shapely.STRtree(right)
    tree.query(left[:1])  # builds it

    def run() -> Array:
        found = np.zeros((len(left), len(right)))
        rows, columns = tree.query(left, predicate="intersects")
        shared = shapely.area(shapely.intersection(left[rows], right[columns]))
        found[rows, columns] = shared / (areas[0][rows] + areas[1][columns] - shared)
        return found

    return Call(run)


def small_calls(data: SmallData) -> dict[str, Call]:
    points = np.array(data.points)
    return {
        "convex hulls of 100 × 30 points": Call(
            lambda: shapely.convex_hull(shapely.multipoints(points)),
            read=lambda found: sorted_corners([shapely.get_coordinates(each)[:-1] for each in found]),
        )
    }

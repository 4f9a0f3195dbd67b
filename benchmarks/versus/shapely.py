"""Shapely: exact geometry on GEOS, vectorised; pairs found by its tree."""

from __future__ import annotations

import numpy as np
import shapely

from benchmarks.call import Array, Call
from benchmarks.rotated_data import corners

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

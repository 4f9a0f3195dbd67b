"""Shapely: exact geometry on GEOS, vectorised; pairs found by its tree."""

from __future__ import annotations

import numpy as np
import shapely

from benchmarks.call import Array, Call
from benchmarks.geometry_data import GeometryData
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


def geometry(data: GeometryData) -> dict[str, Call]:
    calls = {}
    for count in data.others:
        name = f"{count} × {count}"
        sides = [shapely.polygons(corners(each)) for each in data.others[count]]
        calls[f"{name} rotated"] = Call(lambda s=sides: _shares(*s))
        calls[f"{name} rotated, covered"] = Call(lambda s=sides: _covered(*s))
        calls[f"{name} rotated, generalized"] = Call(lambda s=sides: _generalized(*s))
        stars = [shapely.polygons(each) for each in data.stars[count]]
        calls[f"{name} stars"] = Call(lambda s=stars: _shares(*s))
        pentagons = [shapely.polygons(each) for each in data.pentagons[count]]
        calls[f"{name} convex"] = Call(lambda s=pentagons: _shares(*s))
        above = data.upright[count]
        flat = [np.column_stack((each[:, [0, 1, 3, 4]], np.degrees(each[:, 6]))) for each in above]
        footprints = [shapely.polygons(corners(each)) for each in flat]
        calls[f"{name} in space, turned"] = Call(lambda s=footprints, b=above: _shares_in_space(*s, *b))
    return calls


def _shares(a: Array, b: Array) -> Array:
    shared = shapely.area(shapely.intersection(a[:, None], b))
    return np.asarray(shared / (shapely.area(a)[:, None] + shapely.area(b) - shared))


def _covered(a: Array, b: Array) -> Array:
    return np.asarray(shapely.area(shapely.intersection(a[:, None], b)) / shapely.area(a)[:, None])


def _generalized(a: Array, b: Array) -> Array:
    shared = shapely.area(shapely.intersection(a[:, None], b))
    whole = shapely.area(a)[:, None] + shapely.area(b) - shared
    corners_a, corners_b = (shapely.get_coordinates(each).reshape(len(each), 5, 2)[:, :4] for each in (a, b))
    both = np.concatenate(
        np.broadcast_arrays(corners_a[:, None], corners_b, subok=False), axis=2
    )  # [N, M, 8, 2]
    hull = shapely.area(shapely.convex_hull(shapely.multipoints(both)))
    return np.asarray(shared / whole - (hull - whole) / hull)


def _shares_in_space(a: Array, b: Array, boxes_a: Array, boxes_b: Array) -> Array:
    low = np.maximum((boxes_a[:, 2] - boxes_a[:, 5] / 2)[:, None], boxes_b[:, 2] - boxes_b[:, 5] / 2)
    high = np.minimum((boxes_a[:, 2] + boxes_a[:, 5] / 2)[:, None], boxes_b[:, 2] + boxes_b[:, 5] / 2)
    shared = shapely.area(shapely.intersection(a[:, None], b)) * np.maximum(high - low, 0)
    volumes = [each[:, 3:6].prod(axis=1) for each in (boxes_a, boxes_b)]
    return np.asarray(shared / (volumes[0][:, None] + volumes[1] - shared))

"""`pairwise_polygon_iou` and `elementwise_polygon_iou`."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from exact_areas import exact_iou
from rotated_samples import corners_of, random_rotated, random_stars

from truebox.errors import ArgumentError, InputError
from truebox.overlap import (
    elementwise_convex_iou,
    elementwise_polygon_iou,
    pairwise_convex_iou,
    pairwise_polygon_iou,
    pairwise_rotated_iou,
)

SQUARE = [[0, 0], [2, 0], [2, 2], [0, 2]]
CORNER = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]


def shapely_iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    left, right = shapely.polygons(a)[:, None], shapely.polygons(b)[None]
    shared = shapely.area(shapely.intersection(left, right))
    return shared / (shapely.area(left) + shapely.area(right) - shared)


@pytest.mark.parametrize(("corners", "count"), [(3, 90), (4, 90), (7, 60), (40, 30), (300, 6)])
def test_equals_shapely_on_concave_polygons(corners, count):
    a, b = random_stars(count, corners, 1), random_stars(count + 1, corners, 2)
    found, expected = pairwise_polygon_iou(a, b), shapely_iou(a, b)
    assert np.abs(found - expected).max() < 1e-12
    assert (expected > 0).mean() > 0.2
    rows = elementwise_polygon_iou(a, b[:-1])
    assert rows == pytest.approx(np.diag(found), abs=1e-15)


def test_equals_shapely_where_corners_and_edges_coincide():
    # Whole coordinates on a small grid: shared corners, shared edges, points on edges in nearly every pair.
    chance = np.random.default_rng(4)
    quads = chance.integers(0, 5, (4000, 4, 2)).astype(float)
    quads = quads[shapely.is_valid(shapely.polygons(quads))][:300]
    assert len(quads) == 300
    found = pairwise_polygon_iou(quads, quads)
    assert np.abs(found - shapely_iou(quads, quads)).max() < 1e-12
    touching = shapely.touches(shapely.polygons(quads)[:, None], shapely.polygons(quads)[None])
    assert touching.sum() > 1000
    assert set(found[touching]) == {0.0}
    assert set(np.diag(found)) == {1.0}
    assert np.array_equal(found, found.T) or np.abs(found - found.T).max() < 1e-15


def test_quads_of_rotated_boxes_agree_with_their_own_function():
    a, b = random_rotated(90, 1), random_rotated(80, 2)
    found = pairwise_polygon_iou(corners_of(a), corners_of(b))
    assert found == pytest.approx(
        pairwise_rotated_iou(a, b, unit="degrees", direction="clockwise"), abs=1e-13
    )


@pytest.mark.parametrize("scale", [1e-290, 1e-30, 1.0, 1e30, 1e290])
@pytest.mark.parametrize("shift", [0, 2.0**30])
def test_is_exact_for_tiny_huge_nested_and_far_away_polygons(scale, shift):
    a = random_stars(40, 9, 5, 8.0)
    convex = corners_of(random_rotated(40, 6, 8.0))
    convex[::4] = a[::4].mean(axis=1, keepdims=True) + (convex[::4] - convex[::4, :1]) * 1e-4
    a, convex = (a + shift) * scale, (convex + shift) * scale
    found = elementwise_polygon_iou(a, convex)
    expected = [exact_iou(*pair) for pair in zip(a, convex, strict=True)]
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-15)
    assert (found > 0).sum() > 10


@pytest.mark.parametrize("thickness", [1e-3, 1e-6, 1e-9, 1e-12])
def test_is_exact_for_slivers(thickness):
    chance = np.random.default_rng(7)
    boxes = random_rotated(60, 8, 10.0)
    boxes[:, 2], boxes[:, 3] = chance.uniform(5, 10, 60), thickness
    slivers = corners_of(boxes)
    moved = slivers + chance.normal(0, thickness / 4, (60, 1, 2))
    found = elementwise_polygon_iou(moved, slivers)
    expected = [exact_iou(*pair) for pair in zip(moved, slivers, strict=True)]
    assert found == pytest.approx(expected, abs=1e-9)
    assert (found > 0.1).sum() > 10


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (SQUARE, CORNER, 3 / 4),
        (CORNER, [[1, 1], [2, 1], [2, 2], [1, 2]], 0),  # fills its notch
        (SQUARE, [[2, 0], [4, 0], [4, 2], [2, 2]], 0),  # shares an edge
        (SQUARE, [[2, 2], [3, 2], [3, 3]], 0),  # shares a corner
        ([[0, 0], [3, 1], [4, 4], [1, 3]], [[3, 1], [7, -1], [9, 3], [4, 4]], 0),  # shares a slanted edge
        (SQUARE, [[0.5, 0.5], [1.5, 0.5], [1.5, 1.5], [0.5, 1.5]], 1 / 4),
        (SQUARE, SQUARE[2:] + SQUARE[:2], 1),
        (SQUARE, SQUARE[::-1], 1),
        (SQUARE, [*SQUARE, SQUARE[0]], 1),  # closed
        (SQUARE, [[0, 0], [1, 0], [1, 0], [2, 0], [2, 2], [0, 2]], 1),  # repeated and straight points
        (SQUARE, [[0, 0], [2, 0], [5, 0], [2, 0], [2, 2], [0, 2]], 1),  # a spike has no area
        (SQUARE, [[0, 0], [1, 1], [2, 2]], 0),  # no area
        ([[1, 1], [1, 1], [1, 1]], [[1, 1], [1, 1], [1, 1]], 0),
        # A frame that touches itself where it was cut, and what lies in its hole.
        (
            [[0, 0], [6, 0], [6, 6], [0, 6], [0, 0], [2, 2], [2, 4], [4, 4], [4, 2], [2, 2]],
            [[2, 2], [4, 2], [4, 4], [2, 4]],
            0,
        ),
        (
            [[0, 0], [6, 0], [6, 6], [0, 6], [0, 0], [2, 2], [2, 4], [4, 4], [4, 2], [2, 2]],
            [[0, 0], [6, 0], [6, 6], [0, 6]],
            32 / 36,
        ),
        # Two triangles written in one go, meeting in a point, turning the same way.
        ([[0, 0], [1, 1], [2, 0], [2, 2], [1, 1], [0, 2]], SQUARE, 1 / 2),
        # A concave polygon may share several parts: two teeth of a comb, 2 of 5 + 3 - 2.
        (
            [
                [0, 0],
                [5, 0],
                [5, 1],
                [4, 1],
                [4, 2],
                [3, 2],
                [3, 0.5],
                [2, 0.5],
                [2, 2],
                [1, 2],
                [1, 1],
                [0, 1],
            ],
            [[0, 1], [5, 1], [5, 2], [0, 2]],
            2 / (6.5 + 5 - 2),
        ),
    ],
)
def test_single_pairs(a, b, expected):
    for left, right in ((a, b), (b, a)):
        assert elementwise_polygon_iou([left], [right])[0] == pytest.approx(expected, abs=1e-15)


def test_a_polygon_with_itself_is_exactly_one_however_it_is_written():
    for corners in (3, 5, 30):
        stars = random_stars(50, corners, 9)
        assert set(elementwise_polygon_iou(stars, stars)) == {1.0}
        assert set(elementwise_polygon_iou(stars, np.roll(stars[:, ::-1], 2, axis=1))) == {1.0}


def test_forms_of_polygons():
    expected = [[0.75]]
    flat, array = np.ravel(SQUARE).tolist(), np.array(CORNER)
    for a in ([SQUARE], [flat], np.array([SQUARE]), np.array([flat]), (tuple(map(tuple, SQUARE)),)):
        for b in ([CORNER], [array], [array.astype(np.float32)], array[None], [array.ravel()]):
            assert pairwise_polygon_iou(a, b).tolist() == expected
    mixed = pairwise_polygon_iou([SQUARE, CORNER, [0, 0, 2, 0, 0, 2]], [SQUARE])
    assert mixed.tolist() == [[1.0], [0.75], [0.5]]


def test_nothing():
    assert pairwise_polygon_iou([], [SQUARE]).shape == (0, 1)
    assert pairwise_polygon_iou(np.empty((0, 4, 2)), []).shape == (0, 0)
    assert elementwise_polygon_iou([], []).shape == (0,)


def test_the_same_on_any_number_of_threads():
    stars = random_stars(200, 12, 3)
    alone = pairwise_polygon_iou(stars, stars, threads=1)
    assert np.array_equal(alone, pairwise_polygon_iou(stars, stars, threads=3))
    assert np.abs(alone - alone.T).max() < 1e-15
    many = np.tile(stars, (12, 1, 1))
    rows = elementwise_polygon_iou(many, many[::-1], threads=3)
    assert np.array_equal(rows, elementwise_polygon_iou(many, many[::-1], threads=1))


def test_crossing_outlines_are_exactly_those_shapely_calls_invalid():
    chance = np.random.default_rng(10)
    for corners in (4, 5, 7):
        for polygon in chance.random((150, corners, 2)):
            if shapely.is_valid(shapely.Polygon(polygon)):
                assert pairwise_polygon_iou([polygon], [polygon]).tolist() == [[1.0]]
            else:
                with pytest.raises(InputError, match="E-193"):
                    pairwise_polygon_iou([polygon], [polygon])


@pytest.mark.parametrize(
    ("a", "b", "error", "words"),
    [
        (
            [SQUARE, [[0, 0], [2, 2], [2, 0], [0, 2]]],
            [SQUARE],
            InputError,
            r"E-193 polygons_a\[1\]: .* crosses",
        ),
        ([SQUARE], [[[0, 0], [4, 0], [0, 3], [3, 3]]], InputError, r"E-193 polygons_b\[0\]"),
        # Twice around, crossing nothing but itself along the way.
        ([SQUARE * 2], [SQUARE], InputError, r"E-193 polygons_a\[0\]"),
        # Two loops that meet in one point, turning against each other.
        ([[[0, 0], [1, 1], [2, 2], [2, 0], [1, 1], [0, 2]]], [SQUARE], InputError, r"E-193 polygons_a\[0\]"),
        (
            [SQUARE, [[0, 0], [1, 0], [math.inf, 1]]],
            [],
            InputError,
            r"E-166 polygons_a\[1\]: x of point 2 is inf",
        ),
        ([[[0, 0], [1, 0]]], [], InputError, r"E-167 polygons_a\[0\]: the polygon has 2 points"),
        ([], [[0, 0, 1, 0, 1, 1, 2]], InputError, r"E-167 polygons_b\[0\]: the polygon has 7 numbers"),
    ],
)
def test_polygons_that_are_refused(a, b, error, words):
    with pytest.raises(error, match=words) as caught:
        pairwise_polygon_iou(a, b)
    assert caught.value.row is not None


def test_lengths_must_agree():
    with pytest.raises(ArgumentError, match="polygons_a has 1 polygons and polygons_b has 2"):
        elementwise_polygon_iou([SQUARE], [SQUARE, CORNER])


def test_hulls_of_random_sets_against_shapely():
    rng = np.random.default_rng(1)
    a, b = rng.normal(0, 1, (20, 9, 2)), rng.normal(0.3, 1, (25, 9, 2))
    hulls = [[shapely.MultiPoint(points).convex_hull for points in side] for side in (a, b)]
    expected = np.array(
        [[one.intersection(o).area / one.union(o).area for o in hulls[1]] for one in hulls[0]]
    )
    assert expected.min() < 0.3 < expected.max()
    assert pairwise_convex_iou(a, b) == pytest.approx(expected, abs=1e-12)
    assert pairwise_convex_iou(a.reshape(20, 18), list(b)) == pytest.approx(expected, abs=1e-12)
    assert elementwise_convex_iou(a, b[:20]) == pytest.approx(np.diag(expected), abs=1e-12)


def test_sets_of_points_without_area_share_nothing():
    square = [[0, 0], [2, 0], [2, 2], [0, 2]]
    line, point = [[0, 0], [1, 1], [2, 2]], [[1, 1]]
    assert pairwise_convex_iou([square, line, point], [line, point, square]).tolist() == [
        [0, 0, 1],
        [0, 0, 0],
        [0, 0, 0],
    ]
    assert pairwise_convex_iou([], [square]).shape == (0, 1)


def test_sides_of_sets_of_different_length():
    with pytest.raises(ArgumentError):
        elementwise_convex_iou([[0, 0, 1, 0, 1, 1]], [])

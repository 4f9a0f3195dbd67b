"""Polygons and masks as OpenCV, SciPy and Shapely have them, and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.mixed import drawing

SQUARE = np.array([[1.0, 1], [4, 1], [4, 4], [1, 4]])


def some_polygons(count: int) -> list[tuple[np.ndarray, tuple[int, int]]]:
    """Random corners, star shapes, and whole corners; all inside their image."""
    chance = np.random.default_rng(1)
    made = []
    for turn in range(count):
        height, width = chance.integers(5, 90, 2).tolist()
        corners = int(chance.integers(3, 12))
        if turn % 3 == 1:
            angle = np.sort(chance.uniform(0, 2 * np.pi, corners))
            around = np.stack([np.cos(angle), np.sin(angle)], axis=1) * chance.uniform(0.3, 1, (corners, 1))
            points = (around + 1) / 2 * [width - 1, height - 1]
        elif turn % 3 == 2:
            points = chance.integers(0, [width, height], (corners, 2)).astype(float)
        else:
            points = chance.uniform(0, 1, (corners, 2)) * [width - 1, height - 1]
        made.append((points, (height, width)))
    return made


def test_a_square_has_nine_pixels_whose_centres_are_inside_and_sixteen_with_its_edges() -> None:
    assert drawing.centres_inside([SQUARE], (6, 6)).sum() == 9
    assert drawing.with_edges([SQUARE], (6, 6)).sum() == 16
    assert drawing.with_edges([SQUARE, SQUARE + 0.9], (6, 6)).sum() == 16


def test_what_lies_outside_the_image_is_cut_off() -> None:
    assert drawing.centres_inside([SQUARE - 2], (6, 6)).sum() == 4
    assert drawing.with_edges([SQUARE + 3], (6, 6)).sum() == 4


def test_edges_are_those_of_opencv() -> None:
    cv2 = pytest.importorskip("cv2")
    for points, size in some_polygons(300):
        wanted = np.zeros(size, dtype=np.uint8)
        cv2.fillPoly(wanted, [points.astype(np.int32)], 1)
        np.testing.assert_array_equal(drawing.with_edges([points], size), wanted.astype(bool))


def test_centres_are_those_of_shapely() -> None:
    shapely = pytest.importorskip("shapely")
    compared = 0
    for points, (height, width) in some_polygons(300)[1::3]:
        polygon = shapely.Polygon(points)
        if polygon.is_valid:
            y, x = np.mgrid[:height, :width] + 0.5
            wanted = shapely.contains_xy(polygon, x, y)
            np.testing.assert_array_equal(drawing.centres_inside([points], (height, width)), wanted)
            compared += 1
    assert compared > 50


def test_holes_and_parts_are_those_of_scipy() -> None:
    ndimage = pytest.importorskip("scipy.ndimage")
    chance = np.random.default_rng(2)
    for _ in range(60):
        mask = ndimage.binary_dilation(chance.random(chance.integers(5, 60, 2)) < 0.06)
        np.testing.assert_array_equal(drawing.holes_filled(mask), ndimage.binary_fill_holes(mask))
        labels, count = ndimage.label(mask, np.ones((3, 3)))
        if count:
            largest = labels == 1 + np.bincount(labels.ravel())[1:].argmax()
            np.testing.assert_array_equal(drawing.largest_part(mask), largest)


def test_sizes_are_those_of_opencv() -> None:
    cv2 = pytest.importorskip("cv2")
    chance = np.random.default_rng(3)
    for _ in range(60):
        mask = chance.random(chance.integers(5, 60, 2)) < 0.5
        size = tuple(
            np.maximum(np.round(np.array(mask.shape) * chance.uniform(0.2, 1.5)), 1).astype(int).tolist()
        )
        near = cv2.resize(mask.astype(np.uint8), size[::-1], interpolation=cv2.INTER_NEAREST)
        np.testing.assert_array_equal(drawing.resized(mask, size, smoothed=False), near.astype(bool))
        line = cv2.resize(mask.astype(float), size[::-1], interpolation=cv2.INTER_LINEAR)
        clear = np.abs(line - 0.5) > 1e-6
        np.testing.assert_array_equal(drawing.resized(mask, size, smoothed=True)[clear], (line >= 0.5)[clear])


def test_a_mask_without_pixels_stays_one() -> None:
    none = np.zeros((4, 5), dtype=bool)
    for change in (drawing.holes_filled, drawing.largest_part):
        assert change(none).shape == (4, 5)
        assert not change(none).any()
    assert not drawing.resized(none, (2, 2), smoothed=True).any()

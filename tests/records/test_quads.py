"""Rotated boxes as corners and as columns."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.records import (
    Segmentations,
    corners_of_boxes,
    quad_areas,
    quad_extents,
    quad_rows,
    segmentations_of_corners,
)

DIAMOND = np.array([[5.0, 0, 10, 5, 5, 10, 0, 5]])


def polygons(*rows: list[list[float]]) -> Segmentations:
    parts = [part for row in rows for part in row]
    return Segmentations(
        kinds=np.array([3 if row else 0 for row in rows], dtype=np.uint8),
        sizes=np.zeros((len(rows), 2), dtype=np.int64),
        text=np.empty(0, dtype=np.uint8),
        text_offsets=np.zeros(len(rows) + 1, dtype=np.int64),
        numbers=np.array([number for part in parts for number in part], dtype=np.float64),
        part_offsets=np.cumsum([0, *map(len, parts)]),
        row_offsets=np.cumsum([0, *map(len, rows)]),
    )


def test_only_one_outline_of_four_points_is_a_rotated_box():
    four, closed = DIAMOND[0].tolist(), [*DIAMOND[0].tolist(), 5.0, 0.0]
    five = [*DIAMOND[0].tolist(), 1.0, 1.0]
    corners, are_quads = quad_rows(polygons([four], [closed], [five], [four, four], [], [four[:6]]))
    assert are_quads.tolist() == [True, True, False, False, False, False]
    assert corners[:2].tolist() == [four, four]
    assert np.isnan(corners[2:]).all()
    assert quad_rows(polygons())[0].shape == (0, 8)


def test_areas_and_extents():
    turned = DIAMOND + 1e6
    assert quad_areas(np.concatenate([DIAMOND, DIAMOND[:, ::-1], turned])) == pytest.approx([50, 50, 50])
    assert quad_extents(DIAMOND).tolist() == [[0, 0, 10, 10]]
    boxes = np.array([[1.0, 2, 3, 4]])
    assert quad_extents(corners_of_boxes(boxes)).tolist() == boxes.tolist()
    assert quad_areas(corners_of_boxes(boxes)).tolist() == [12]
    assert quad_rows(segmentations_of_corners(DIAMOND))[0].tolist() == DIAMOND.tolist()


@pytest.mark.parametrize(("width", "height"), [(32, 32), (96, 96), (25.6, 40), (16, 64.5), (0, 7)])
def test_a_turned_box_is_as_large_as_its_sides_say(width, height):
    """To the last bit, wherever it lies and however it is turned, though its corners are rounded."""
    rng = np.random.default_rng(0)
    angles = rng.uniform(-4, 4, 2000)
    x, y = rng.uniform(-20000, 20000, (2, 2000))
    along = np.stack([np.cos(angles), np.sin(angles)], axis=1) * width / 2
    across = np.stack([-np.sin(angles), np.cos(angles)], axis=1) * height / 2
    centre = np.stack([x, y], axis=1)
    corners = [
        centre - along - across,
        centre + along - across,
        centre + along + across,
        centre - along + across,
    ]
    assert set(quad_areas(np.concatenate(corners, axis=1))) == {width * height}


def test_areas_beyond_all_measure_are_left_as_they_are():
    vast = np.array([[0.0, 0, 1e151, 0, 1e151, 1e151, 0, 1e151]])
    assert quad_areas(vast).tolist() == [pytest.approx(1e302, rel=1e-15)]

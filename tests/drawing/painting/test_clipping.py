"""Outlines cut at a rectangle."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.drawing.painting.clipping import clip_polygon

_NUMBER = st.integers(-40, 60)


def _area(points):
    x, y = points.T
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2 if len(points) else 0.0


@settings(max_examples=60, deadline=None)
@given(st.tuples(*[st.tuples(_NUMBER, _NUMBER)] * 3))
def test_the_area_of_clipped_triangles_is_shapelys(corners):
    found = clip_polygon(np.array(corners, float), (0, 0), (20, 30))
    expected = shapely.Polygon(corners).intersection(shapely.box(0, 0, 20, 30)).area
    assert _area(found) == pytest.approx(expected, abs=1e-9)


def test_inside_stays_as_it_is():
    points = np.array([[1.0, 1.0], [5.0, 1.0], [3.0, 4.0]])
    assert clip_polygon(points, (0, 0), (9, 9)) is points


def test_far_away_is_nothing():
    assert clip_polygon(np.array([[1e12, 1.0], [2e12, 1.0], [1e12, 9.0]]), (0, 0), (9, 9)).shape == (0, 2)

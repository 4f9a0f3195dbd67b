"""Outlines against shapely: boxes, areas, and cutting at the border."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from truebox.generation.datasets.outlines import Outlines, clip_outline
from truebox.generation.scenes.shapes import SHAPES

SIZE = (100, 80)


def test_boxes_and_areas_of_a_ragged_column() -> None:
    outlines = Outlines.joined(
        [np.array([[0.0, 0], [4, 0], [0, 3]]), np.array([[1.0, 1], [3, 1], [3, 5], [1, 5]])]
    )
    assert len(outlines) == 2
    assert outlines.boxes().tolist() == [[0, 0, 4, 3], [1, 1, 2, 4]]
    assert outlines.areas().tolist() == [6, 8]
    assert outlines[1].tolist()[0] == [1, 1]


def test_areas_are_exact_to_the_hundredth() -> None:
    # 0.01 * 0.5 / 2 = 0.0025 rounds down, 0.01 * 1 / 2 = 0.005 rounds up.
    slivers = [np.array([[0.0, 0], [width, 0], [0, 0.01]]) for width in (0.5, 1.0)]
    assert Outlines.joined(slivers).areas().tolist() == [0.0, 0.01]


def test_no_outlines() -> None:
    none = Outlines.joined([])
    assert none.boxes().shape == (0, 4)
    assert none.areas().shape == (0,)


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "ring"])
@given(x=st.floats(-30, 130), y=st.floats(-30, 110), radius=st.floats(5, 60))
def test_clipping_keeps_what_shapely_keeps(name: str, x: float, y: float, radius: float) -> None:
    points = SHAPES[name].outline() * radius + (x, y)
    ours = clip_outline(points, SIZE)
    kept = shapely.Polygon(points).intersection(shapely.box(0, 0, *SIZE))
    area = shapely.Polygon(ours).area if len(ours) >= 3 else 0.0
    assert area == pytest.approx(kept.area, abs=1e-6)
    if kept.area > 1:
        assert ours.min(axis=0) == pytest.approx(kept.bounds[:2], abs=1e-6)
        assert ours.max(axis=0) == pytest.approx(kept.bounds[2:], abs=1e-6)


def test_inside_stays_as_it_is_and_outside_vanishes() -> None:
    square = np.array([[10.0, 10], [20, 10], [20, 20], [10, 20]])
    assert clip_outline(square, SIZE).tolist() == square.tolist()
    assert len(clip_outline(square + 500, SIZE)) == 0

"""Unit outlines: inside the unit square, touching it, with the areas that geometry gives."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from truebox.generation.datasets.outlines import Outlines
from truebox.generation.scenes.shapes import SHAPES


@pytest.mark.parametrize("name", SHAPES)
def test_outline_spans_one_unit(name: str) -> None:
    points = SHAPES[name].outline()
    assert np.abs(points).max() <= 1 + 1e-12
    assert np.abs(points).max() > 0.9
    assert len(np.unique(points.round(9), axis=0)) >= 12


@pytest.mark.parametrize(
    ("name", "area"),
    [
        ("circle", pi),
        ("ring", pi * (1 - 0.55**2)),
        ("square", 4.0),
        ("rectangle", 4.0),
        ("triangle", 0.5 * 2 * 1.8),
        # Half circles at both ends of a straight part twice as long as wide, squeezed to a third.
        ("capsule", (4 * 2 + pi) / 3),
        # Ten triangles between radii 1 and 0.48 with an angle of 36 degrees.
        ("star", 10 * 0.5 * 0.48 * np.sin(pi / 5)),
    ],
)
def test_areas_are_those_of_the_ideal_shapes(name: str, area: float) -> None:
    points = SHAPES[name].outline() * 100
    # Polygons instead of curves and softened corners lose a little.
    assert Outlines.joined([points]).areas()[0] / 1e4 == pytest.approx(area, rel=0.04)


def test_lookalikes_exist_and_are_others() -> None:
    for shape in SHAPES.values():
        assert shape.mistaken_for
        assert set(shape.mistaken_for) <= set(SHAPES) - {shape.name}

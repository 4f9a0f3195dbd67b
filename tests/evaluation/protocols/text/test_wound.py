"""Outlines that cross themselves, against shapely's buffer of nothing."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.text.wound import wound_area


def test_as_shapely() -> None:
    shapely = pytest.importorskip("shapely")
    if shapely.geos_version < (3, 11, 0):
        pytest.skip("the way round was taken from one corner before GEOS 3.11")
    chance = np.random.default_rng(5)
    for _ in range(200):
        outlines = [chance.integers(0, 30, (chance.integers(4, 9), 2)).astype(float) for _ in range(2)]
        mended = [shapely.Polygon(each).buffer(0) for each in outlines]
        for outline, polygon in zip(outlines, mended, strict=True):
            assert wound_area(outline) == pytest.approx(polygon.area, abs=1e-9)
        assert wound_area(*outlines) == pytest.approx(mended[0].intersection(mended[1]).area, abs=1e-9)

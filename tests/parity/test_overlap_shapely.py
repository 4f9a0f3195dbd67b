"""Against areas of shapely's boxes: another way to compute the same thing."""

from __future__ import annotations

import numpy as np
import pytest
from overlap_samples import random_boxes

from truebox.overlap import pairwise_ioa, pairwise_iou

shapely = pytest.importorskip("shapely")


def test_iou_and_ioa_from_polygons():
    a, b = random_boxes(60, 1), random_boxes(70, 2)
    polygons_a, polygons_b = shapely.box(*a.T)[:, None], shapely.box(*b.T)[None]
    shared = shapely.area(shapely.intersection(polygons_a, polygons_b))
    union = shapely.area(polygons_a) + shapely.area(polygons_b) - shared
    iou = np.divide(shared, union, out=np.zeros_like(shared), where=shared > 0)
    ioa = np.divide(
        shared, shapely.area(polygons_a) + 0 * shared, out=np.zeros_like(shared), where=shared > 0
    )
    np.testing.assert_allclose(pairwise_iou(a, b), iou, rtol=1e-11, atol=1e-13)
    np.testing.assert_allclose(pairwise_ioa(a, b), ioa, rtol=1e-11, atol=1e-13)

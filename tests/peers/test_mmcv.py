"""mmcv, ``tests/test_ops`` of its main branch: the inputs and published values, as facts.

``test_box_iou_rotated.py`` at 2b7c0e6 and ``test_box_iou_quadri.py`` at 01b5e5b. Where a published value is
wrong, the exact one stands beside it.
"""

from __future__ import annotations

import numpy as np
import pytest
from exact_areas import exact_iou

from truebox.overlap import pairwise_polygon_iou, pairwise_rotated_ioa, pairwise_rotated_iou

ROTATED_A = np.array([[1, 1, 3, 4, 0.5], [2, 2, 3, 4, 0.6], [7, 7, 8, 8, 0.4]])
ROTATED_B = np.array([[0, 2, 2, 5, 0.3], [2, 1, 3, 3, 0.5], [5, 5, 6, 7, 0.4]])
QUADS_A = np.array([[1, 1, 3, 4, 4, 4, 4, 1], [2, 2, 3, 4, 4, 2, 3, 1], [7, 7, 8, 8, 9, 7, 8, 6]], float)
QUADS_B = np.array([[0, 0, 0, 2, 2, 2, 2, 0], [2, 1, 2, 4, 4, 4, 4, 1], [7, 6, 7, 8, 9, 8, 9, 6]], float)
PUBLISHED_ON_CPU = np.array([[0.0714, 1.0, 0], [0, 0.5, 0], [0, 0, 0.5]])
PUBLISHED_ON_CUDA = np.array([[0.0714, 1.2222, 0], [0.1570, 0.5, 0], [0, 0, 0.5]])


@pytest.mark.parametrize(("direction", "sign"), [("clockwise", 1), ("counterclockwise", -1)])
def test_overlap_of_rotated_boxes(direction, sign):
    a, b = (side * [1, 1, 1, 1, sign] for side in (ROTATED_A, ROTATED_B))
    turns = {"unit": "radians", "direction": direction}
    iou = [[0.3708, 0.4351, 0], [0.1104, 0.4487, 0.0424], [0, 0, 0.3622]]
    ioa = [[0.4959, 0.5306, 0], [0.1823, 0.5420, 0.1832], [0, 0, 0.4404]]
    assert pairwise_rotated_iou(a, b, **turns) == pytest.approx(np.array(iou), abs=1e-4)
    assert pairwise_rotated_ioa(a, b, **turns) == pytest.approx(np.array(ioa), abs=1e-4)


def test_overlap_of_quadrilaterals_is_the_exact_one_where_theirs_is_not():
    found = pairwise_polygon_iou(QUADS_A, QUADS_B)
    # A trapezoid of area 6 and a rectangle of area 6 that lacks a triangle of 3/4 of it: 21/4 of 27/4.
    assert found[0, 1] == pytest.approx(7 / 9, abs=1e-12)
    # A kite and a square that touch in a corner.
    assert found[1, 0] == 0
    for row, quad in enumerate(QUADS_A.reshape(3, 4, 2)):
        for column, other in enumerate(QUADS_B.reshape(3, 4, 2)):
            assert found[row, column] == pytest.approx(exact_iou(quad, other), abs=1e-12)
    apart = {tuple(place) for place in np.argwhere(abs(found - PUBLISHED_ON_CPU) > 1e-4).tolist()}
    assert apart == {(0, 1)}
    apart = {tuple(place) for place in np.argwhere(abs(found - PUBLISHED_ON_CUDA) > 1e-4).tolist()}
    assert apart == {(0, 1), (1, 0)}

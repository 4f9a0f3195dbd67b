"""Of rotated boxes, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import formulas


def test_hulls_by_hand():
    # Equal boxes; one inside; side by side; a cross: 36 less four right triangles of legs 2.
    a = np.array([[0, 0, 4, 2, 0.0], [0, 0, 4, 2, 0], [0, 0, 2, 2, 0], [0, 0, 6, 2, 0]])
    b = np.array([[0, 0, 4, 2, 0.0], [0, 0, 1, 1, 0], [4, 0, 2, 2, 0], [0, 0, 6, 2, np.pi / 2]])
    assert formulas.rotated_hull(np, a, b) == pytest.approx([8, 8, 12, 28], abs=1e-12)


def test_a_point_and_a_box():
    assert formulas.rotated_hull(
        np, np.array([0, 0, 2, 2, 0.0]), np.array([3, 0, 0, 0, 0.0])
    ) == pytest.approx(6)
    assert formulas.rotated_hull(np, np.zeros(5), np.zeros(5)) == 0

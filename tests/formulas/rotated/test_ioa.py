"""Of rotated boxes, by hand."""

from __future__ import annotations

import numpy as np

from truebox import formulas


def test_the_share_of_the_first():
    a, b = np.array([[0, 0, 4, 2, 0.0], [0, 0, 0, 2, 0]]), np.array([[2, 0, 4, 4, 0.0], [0, 0, 9, 9, 0]])
    assert formulas.rotated_ioa(np, a, b).tolist() == [0.5, 0]
    assert formulas.rotated_ioa(np, b, a).tolist() == [0.25, 0]

from __future__ import annotations

import numpy as np

from truebox import formulas


def test_offset_of_the_centers():
    assert formulas.center_offset(np.array([0, 0, 4, 2]), np.array([2, 1, 6, 6])) == (2.0, 2.5)


def test_boxes_far_away_lose_nothing():
    # 2**53 + 3 is no float64, so that sums taken first would round.
    far = 2.0**53
    a, b = np.array([far, 0.0, far + 2, 2.0]), np.array([far + 2, 0.0, far + 4, 2.0])
    assert formulas.center_offset(a, b) == (2.0, 0.0)

from __future__ import annotations

import numpy as np
from measure_cases import PAIRS, columns_of

from truebox import formulas


def test_width_and_height_of_the_hull():
    a, b = columns_of(PAIRS)
    width, height = formulas.enclosure(np, a, b)
    both = np.stack([a, b])
    assert np.array_equal(width, both[..., 2].max(0) - both[..., 0].min(0))
    assert np.array_equal(height, both[..., 3].max(0) - both[..., 1].min(0))

from __future__ import annotations

import numpy as np
from measure_cases import elementwise, loss, random_pairs


def test_one_less_the_measure():
    a, b = random_pairs(30, 2)
    assert np.array_equal(loss("diou_loss", a, b), 1 - elementwise("diou", a, b))

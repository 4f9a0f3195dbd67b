"""Losses of boxes are one less their measures."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LOSSES, MEASURES, elementwise, loss, random_pairs


@pytest.mark.parametrize("name", [name for name in MEASURES if f"{name}_loss" in LOSSES])
def test_one_less_the_measure(name):
    a, b = random_pairs(30, 2)
    assert np.array_equal(loss(f"{name}_loss", a, b), 1 - elementwise(name, a, b))

"""Medians without `numpy.ma`."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.fitting.middles import middle


@pytest.mark.parametrize("shape", [(1,), (2,), (7,), (40, 2), (41, 4)], ids=str)
def test_the_middle_has_the_bits_of_numpys_median(shape):
    chance = np.random.default_rng(3)
    for _ in range(30):
        values = chance.choice([chance.normal(size=shape), chance.integers(0, 4, shape) / 3])
        assert np.array_equal(middle(values), np.median(values, axis=0))

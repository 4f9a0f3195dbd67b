from __future__ import annotations

import numpy as np

from truebox import formulas


def test_nothing_of_nothing_is_nothing():
    assert np.array_equal(formulas.quotient(np, np.array([3.0, 0.0]), np.array([4.0, 0.0])), [0.75, 0.0])


def test_nan_is_not_hidden():
    values = formulas.quotient(np, np.array([np.nan, np.nan]), np.array([1.0, np.nan]))
    assert np.isnan(values).all()

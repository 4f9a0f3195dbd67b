"""Likeness by the Wasserstein distance."""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox import formulas


def test_one_over_one_plus_the_logarithm():
    a, b = np.array([0, 0, 4, 2, 0.2]), np.array([[0, 0, 4, 2, 0.2], [3, 4, 4, 2, 0.2]])
    # Equal shapes 5 apart: d² = 25.
    assert formulas.gwd(np, a, b) == pytest.approx([1, 1 / (1 + math.log(26))], rel=1e-15)

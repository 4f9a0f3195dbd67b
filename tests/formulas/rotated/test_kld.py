"""Likeness by the Kullback-Leibler divergence."""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox import formulas


def test_one_over_one_plus_the_logarithm():
    a = np.array([[0, 0, 4, 2, 0.0], [2, 0, 4, 2, 0.0], [0, 0, 0, 2, 0.0]])
    # Equal shapes, half a width apart: the divergence is 1/2.
    assert formulas.kld(np, a, a[0]) == pytest.approx([1, 1 / (1 + math.log(1.5)), 0], rel=1e-15)

"""The IoA formula."""

from __future__ import annotations

import numpy as np

from truebox import formulas

A = np.array([[0.0, 0.0, 4.0, 4.0], [5.0, 5.0, 5.0, 5.0]])
B = np.array([[2.0, 2.0, 60.0, 60.0], [0.0, 0.0, 40.0, 40.0], [9.0, 9.0, 9.0, 10.0]])


def test_pairs_by_broadcasting():
    assert formulas.ioa(np, A[:, None], B).tolist() == [[4 / 16, 1, 0], [0, 0, 0]]
    assert formulas.ioa(np, B[:, None], A).tolist() == [[4 / 58**2, 0], [16 / 1600, 0], [0, 0]]


def test_inclusive_pixels():
    assert formulas.ioa(np, A[0], B[0], 1) == 9 / 25

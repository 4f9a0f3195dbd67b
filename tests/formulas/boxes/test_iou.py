"""The IoU formula, on NumPy and on torch with gradients."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from truebox import formulas

A = np.array([[0.0, 0.0, 4.0, 4.0], [5.0, 5.0, 5.0, 5.0]])
B = np.array([[2.0, 2.0, 6.0, 6.0], [0.0, 0.0, 4.0, 4.0], [9.0, 9.0, 9.0, 10.0]])


def test_pairs_by_broadcasting():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert formulas.iou(np, A[:, None], B).tolist() == [[4 / 28, 1, 0], [0, 0, 0]]


def test_inclusive_pixels():
    assert formulas.iou(np, A[0], B[0], 1) == 9 / (25 + 25 - 9)


def test_gradients_are_finite_where_nothing_is_shared():
    torch = pytest.importorskip("torch")
    a = torch.tensor(A[:, None], requires_grad=True)
    values = formulas.iou(torch, a, torch.tensor(B))
    values.sum().backward()
    assert values.tolist() == [[4 / 28, 1, 0], [0, 0, 0]]
    assert bool(torch.isfinite(a.grad).all())
    assert bool((a.grad[0] != 0).any())

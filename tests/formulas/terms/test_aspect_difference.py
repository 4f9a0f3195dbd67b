from __future__ import annotations

import numpy as np
import pytest

from truebox import formulas


def test_wide_against_tall():
    # Zheng et al. 2020, eq. 9: arctan of infinity less arctan of 0 is pi / 2, so the difference is 1.
    flat, thin = np.array([0.0, 3.0, 9.0, 3.0]), np.array([4.0, 0.0, 4.0, 9.0])
    assert formulas.aspect_difference(np, flat, thin) == pytest.approx(1, rel=1e-15)


def test_the_same_shape_at_any_size_has_none():
    small, large = np.array([0.0, 0.0, 2.0, 3.0]), np.array([1.0, 1.0, 5.0, 7.0])
    assert formulas.aspect_difference(np, small, large) == 0


def test_a_point_has_a_finite_slope():
    torch = pytest.importorskip("torch")
    point = torch.full((4,), 5.0, requires_grad=True)
    formulas.aspect_difference(torch, point, torch.tensor([0.0, 0.0, 2.0, 3.0])).backward()
    assert torch.isfinite(point.grad).all()

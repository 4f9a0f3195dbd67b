from __future__ import annotations

import numpy as np
import pytest

from truebox import formulas


@pytest.mark.parametrize("alpha", [0.5, 1.0, 3.0])
def test_powers(alpha):
    values = np.array([0.0, 0.25, 0.5, 1.0])
    expected = [0.0] + [float(value) ** alpha for value in values[1:]]
    assert formulas.alpha_iou(np, values, alpha) == pytest.approx(expected, abs=0)


def test_a_penalty_below_nothing_by_rounding_counts_as_nothing():
    assert formulas.alpha_iou(np, np.array([-1e-17]), 0.5) == 0


def test_the_slope_at_nothing_is_nothing_even_for_a_root():
    torch = pytest.importorskip("torch")
    overlap = torch.zeros(2, requires_grad=True)
    formulas.alpha_iou(torch, overlap, 0.5).sum().backward()
    assert torch.equal(overlap.grad, torch.zeros(2))

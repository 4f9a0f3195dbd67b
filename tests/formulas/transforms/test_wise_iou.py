from __future__ import annotations

from math import exp

import numpy as np
import pytest
from measure_cases import assert_formula

from truebox import formulas


def test_attention_is_the_papers():
    # Tong et al. 2023: R_WIoU = exp(squared distance of the centers / squared diagonal of the enclosing box).
    assert_formula(formulas.wise_attention, lambda parts, a, b: exp(parts.distance))


def test_attention_does_not_differentiate_the_enclosing_box():
    torch = pytest.importorskip("torch")
    a = torch.tensor([0.0, 0.0, 4.0, 4.0], dtype=torch.float64, requires_grad=True)
    b = torch.tensor([2.0, 0.0, 6.0, 4.0], dtype=torch.float64)
    formulas.wise_attention(torch, a, b).backward()
    # distance**2 = 4, diagonal**2 = 36 + 16, a constant: d/dx0 = exp(4/52) * 2 * 2 * (-1/2) / 52.
    assert a.grad.numpy() == pytest.approx([exp(4 / 52) * -2 / 52, 0, exp(4 / 52) * -2 / 52, 0], rel=1e-12)


def test_monotonic_focus_is_a_power_of_how_unusual_a_box_is():
    values = formulas.wise_monotonic_focus(np, np.array([0.1, 0.4, 1.6]), 0.4)
    assert values == pytest.approx([0.5, 1, 2], rel=1e-15)


def test_focus_is_one_at_delta_and_largest_in_between():
    # beta / (delta alpha**(beta - delta)): 1 at beta = delta; its maximum is at 1 / log(alpha).
    at = np.array([0.01, 1 / np.log(1.9), 3.0, 6.0])
    values = formulas.wise_focus(np, at, 1.0)
    assert values[2] == pytest.approx(1, rel=1e-15)
    assert values.argmax() == 1
    assert values[3] < 1


def test_no_mean_yet_gives_no_nan():
    assert np.isfinite(formulas.wise_focus(np, np.zeros(3), 0.0)).all()

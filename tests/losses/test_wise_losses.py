"""Wise-IoU losses, against the paper."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from measure_cases import all_pairs, exact_parts, random_pairs

from truebox.losses import iou_loss, wise_iou_v1_loss, wise_iou_v2_loss, wise_iou_v3_loss

# Tong et al. 2023: version 1 times a factor of the loss over its mean.
FACTORS = {
    wise_iou_v2_loss: lambda beta: beta**0.5,
    wise_iou_v3_loss: lambda beta: beta / (3.0 * 1.9 ** (beta - 3.0)),
}


def test_version_1_as_in_the_paper():
    # Tong et al. 2023: R_WIoU times 1 - IoU.
    for a, b in all_pairs():
        parts = exact_parts(a, b)
        value = wise_iou_v1_loss(np.array([a], float), np.array([b], float))[0]
        assert value == pytest.approx(exp(parts.distance) * (1 - parts.iou), rel=1e-12)


@pytest.mark.parametrize("given", [None, 0.4])
@pytest.mark.parametrize("loss", FACTORS)
def test_versions_2_and_3_as_in_the_paper(loss, given):
    a, b = random_pairs(30, 5)
    plain = iou_loss(a, b)
    mean = plain.mean() if given is None else given
    expected = FACTORS[loss](plain / mean) * wise_iou_v1_loss(a, b)
    assert loss(a, b, mean_loss=given) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("loss", FACTORS)
def test_the_factor_is_not_differentiated(loss):
    torch = pytest.importorskip("torch")
    a, b = (torch.tensor(boxes) for boxes in random_pairs(10, 6))
    with_factor, without = a.clone().requires_grad_(), a.clone().requires_grad_()
    values = loss(with_factor, b, mean_loss=0.5)
    plain = wise_iou_v1_loss(without, b)
    values.sum().backward()
    (plain * (values / plain).detach()).sum().backward()
    assert torch.allclose(with_factor.grad, without.grad)

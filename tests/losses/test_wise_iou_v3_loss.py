from __future__ import annotations

import pytest
from measure_cases import random_pairs

from truebox.losses import iou_loss, wise_iou_v1_loss, wise_iou_v3_loss


@pytest.mark.parametrize("given", [None, 0.4])
def test_the_papers_definition(given):
    # Tong et al. 2023: version 1 times a factor of the loss over its mean.
    a, b = random_pairs(30, 5)
    plain = iou_loss(a, b)
    mean = plain.mean() if given is None else given
    expected = (plain / mean) / (3.0 * 1.9 ** (plain / mean - 3.0)) * wise_iou_v1_loss(a, b)
    assert wise_iou_v3_loss(a, b, mean_loss=given) == pytest.approx(expected, rel=1e-12)


def test_the_factor_is_not_differentiated():
    torch = pytest.importorskip("torch")
    a, b = (torch.tensor(boxes) for boxes in random_pairs(10, 6))
    with_factor, without = a.clone().requires_grad_(), a.clone().requires_grad_()
    loss = wise_iou_v3_loss(with_factor, b, mean_loss=0.5)
    plain = wise_iou_v1_loss(without, b)
    loss.sum().backward()
    (plain * (loss / plain).detach()).sum().backward()
    assert torch.allclose(with_factor.grad, without.grad)

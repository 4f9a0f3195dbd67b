from __future__ import annotations

import pytest
from measure_cases import random_pairs

from truebox import losses
from truebox.errors import ArgumentError

torch = pytest.importorskip("torch")


def modules():
    from truebox.integrations import torch as integration

    return integration


FUNCTIONS = {"WiseIoULoss": losses.wise_iou_v3_loss, "WiseIoUV2Loss": losses.wise_iou_v2_loss}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_mean_moves_while_training_only(name):
    prediction, target = (torch.tensor(boxes, dtype=torch.float32) for boxes in random_pairs(20, 1))
    module = getattr(modules(), name)(momentum=0.25)
    plain = losses.iou_loss(prediction, target).mean()
    value = module(prediction, target)
    assert module.mean_loss.item() == pytest.approx(0.75 + 0.25 * plain.item(), rel=1e-6)
    assert value == FUNCTIONS[name](prediction, target, mean_loss=module.mean_loss, reduction="mean")
    kept = module.mean_loss.clone()
    module.eval()
    module(prediction, target)
    assert torch.equal(module.mean_loss, kept)
    again = getattr(modules(), name)()
    again.load_state_dict(module.state_dict())
    assert torch.equal(again.mean_loss, kept)


def test_no_boxes_do_not_move_it():
    module = modules().WiseIoULoss()
    assert module(torch.zeros(0, 4), torch.zeros(0, 4)) == 0
    assert module.mean_loss == 1


def test_momentum_is_a_share():
    with pytest.raises(ArgumentError, match="momentum is 0"):
        modules().WiseIoULoss(momentum=0)

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import random_pairs
from rotated_samples import random_rotated

from truebox import losses
from truebox.errors import ArgumentError

torch = pytest.importorskip("torch")

MODULES = {
    "AlphaIoULoss": ("alpha_iou_loss", {"alpha": 2.0, "base": "giou"}),
    "CIoULoss": ("ciou_loss", {}),
    "DIoULoss": ("diou_loss", {}),
    "EIoULoss": ("eiou_loss", {}),
    "FocalerIoULoss": ("focaler_iou_loss", {"low": 0.1, "high": 0.8, "base": "ciou"}),
    "GIoULoss": ("giou_loss", {}),
    "InnerIoULoss": ("inner_iou_loss", {"ratio": 1.2, "base": "diou"}),
    "IoULoss": ("iou_loss", {}),
    "LogIoULoss": ("log_iou_loss", {"least": 1e-3}),
    "MPDIoULoss": ("mpdiou_loss", {"image_size": (640, 480)}),
    "NWDLoss": ("nwd_loss", {"constant": 5.0}),
    "SIoULoss": ("siou_loss", {}),
    "WiseIoUV1Loss": ("wise_iou_v1_loss", {}),
}
ROTATED = {
    "GWDLoss": "gwd_loss",
    "KLDLoss": "kld_loss",
    "ProbIoULoss": "probiou_loss",
    "RotatedIoULoss": "rotated_iou_loss",
}


def modules():
    from truebox.integrations import torch as integration

    return integration


def tensors(seed=1):
    return tuple(torch.tensor(boxes, dtype=torch.float32) for boxes in random_pairs(20, seed))


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_its_function(name):
    function, options = MODULES[name]
    prediction, target = tensors()
    weights = torch.linspace(0, 1, 20)
    module = getattr(modules(), name)(box_format="xywh", reduction="sum", **options)
    expected = getattr(losses, function)(
        prediction, target, box_format="xywh", reduction="sum", weights=weights, **options
    )
    assert torch.equal(module(prediction, target, weights), expected)
    assert "box_format='xywh'" in repr(module)
    mean = getattr(modules(), name)(**options)(prediction, target)
    assert mean == getattr(losses, function)(prediction, target, **options).mean()


@pytest.mark.parametrize("name", ROTATED)
def test_a_module_of_rotated_boxes_is_its_function(name):
    prediction, target = (torch.tensor(random_rotated(20, seed)) for seed in (1, 2))
    angles = {"unit": "degrees", "direction": "counterclockwise"}
    expected = getattr(losses, ROTATED[name])(prediction, target, reduction="mean", **angles)
    module = getattr(modules(), name)(**angles)
    assert torch.equal(module(prediction, target), expected)
    with pytest.raises(ArgumentError, match=f"{name} needs direction, which has no default"):
        getattr(modules(), name)(unit="degrees")


def test_every_module_is_tested():
    assert set(modules().__all__) == {*MODULES, *ROTATED, "WiseIoULoss", "WiseIoUV2Loss"}


def test_a_small_network_learns_a_box():
    torch.manual_seed(0)
    target = torch.tensor([[0.2, 0.3, 0.6, 0.9]]).repeat(8, 1)
    inputs = torch.rand(8, 3)
    network = torch.nn.Linear(3, 4)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.05)
    loss = modules().GIoULoss(box_format="cxcywh")

    def predicted():
        return torch.sigmoid(network(inputs))

    first = loss(predicted(), target).item()
    for _ in range(60):
        optimizer.zero_grad()
        loss(predicted(), target).backward()
        optimizer.step()
    assert loss(predicted(), target).item() < 0.2 * first


def test_compiled_and_under_mixed_precision():
    prediction, target = tensors()
    module = modules().CIoULoss()
    torch.compiler.reset()
    compiled = torch.compile(module, fullgraph=True, backend="eager")
    assert torch.allclose(compiled(prediction, target), module(prediction, target))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        value = module(prediction.bfloat16(), target.bfloat16())
    assert value.dtype == torch.bfloat16
    assert np.isfinite(value.item())

"""Agreement with torchvision 0.27's definitions of GIoU, DIoU and CIoU and of their losses.

Written here from its documentation (https://docs.pytorch.org/vision/stable/ops.html), on stacked corners as
it does; the small eps of its losses is left out, since it would move every number.
"""

from __future__ import annotations

from math import pi

import pytest
from measure_cases import loss, pairwise, random_pairs

torch = pytest.importorskip("torch")


def parts(a, b):
    low, high = torch.max(a[:, None, :2], b[:, :2]), torch.min(a[:, None, 2:], b[:, 2:])
    shared = (high - low).clamp(min=0).prod(-1)
    areas = [(boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]) for boxes in (a, b)]
    union = areas[0][:, None] + areas[1] - shared
    hull = torch.max(a[:, None, 2:], b[:, 2:]) - torch.min(a[:, None, :2], b[:, :2])
    return shared / union, union, hull


def giou(a, b):
    iou, union, hull = parts(a, b)
    return iou - (hull.prod(-1) - union) / hull.prod(-1)


def diou(a, b):
    iou, _union, hull = parts(a, b)
    centers = [(boxes[:, :2] + boxes[:, 2:]) / 2 for boxes in (a, b)]
    return iou - ((centers[0][:, None] - centers[1]) ** 2).sum(-1) / (hull**2).sum(-1)


def ciou(a, b):
    iou = parts(a, b)[0]
    angles = [torch.atan((boxes[:, 2] - boxes[:, 0]) / (boxes[:, 3] - boxes[:, 1])) for boxes in (a, b)]
    v = 4 / pi**2 * (angles[0][:, None] - angles[1]) ** 2
    with torch.no_grad():
        alpha = v / (1 - iou + v)
    return diou(a, b) - alpha * v


DEFINITIONS = {"iou": lambda a, b: parts(a, b)[0], "giou": giou, "diou": diou, "ciou": ciou}


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize(("dtype", "within"), [(torch.float64, 1e-14), (torch.float32, 2e-6)])
def test_values(name, dtype, within):
    a, b = (torch.tensor(boxes, dtype=dtype) for boxes in random_pairs(60, 8))
    expected = DEFINITIONS[name](a, b[:50])
    assert torch.allclose(pairwise(name, a, b[:50]), expected, rtol=0, atol=within)
    slow = a.clone().requires_grad_()
    assert torch.allclose(pairwise(name, slow, b[:50]), expected, rtol=0, atol=within)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_gradients(name):
    a, b = (torch.tensor(boxes) for boxes in random_pairs(60, 8))
    ours, theirs = a.clone().requires_grad_(), a.clone().requires_grad_()
    loss(f"{name}_loss", ours, b).sum().backward()
    (1 - DEFINITIONS[name](theirs, b).diagonal()).sum().backward()
    assert torch.allclose(ours.grad, theirs.grad, rtol=1e-10, atol=1e-13)

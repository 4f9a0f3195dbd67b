from __future__ import annotations

import math

import numpy as np
import pytest

from truebox import formulas


def test_the_papers_definition():
    # Yu et al. 2016: the loss is -ln IoU.
    values = formulas.log_iou(np, np.array([1.0, math.exp(-1), math.exp(-2)]))
    assert values == pytest.approx([0, -1, -2], abs=1e-15)


def test_the_floor():
    values = formulas.log_iou(np, np.array([0.0, 0.005, 0.01, 0.1]), least=0.01)
    assert values == pytest.approx([math.log(0.01)] * 3 + [math.log(0.1)], abs=1e-15)


def test_the_slope_is_one_over_the_overlap_and_nothing_below_the_floor():
    torch = pytest.importorskip("torch")
    overlap = torch.tensor([0.0, 0.25, 1.0], requires_grad=True)
    formulas.log_iou(torch, overlap).sum().backward()
    assert overlap.grad.tolist() == [0, 4, 1]

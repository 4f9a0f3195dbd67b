from __future__ import annotations

import numpy as np
import pytest
from measure_cases import elementwise, random_pairs

from truebox import formulas
from truebox.errors import ArgumentError
from truebox.losses import inner_iou_loss


@pytest.mark.parametrize("base", ["iou", "giou", "ciou"])
def test_the_papers_definition(base):
    # Zhang et al. 2023: L_Inner-X = L_X + IoU - IoU_inner.
    a, b = random_pairs(30, 3)
    expected = 1 - elementwise(base, a, b) + elementwise("iou", a, b) - formulas.inner_iou(np, a, b, 0.8)
    assert inner_iou_loss(a, b, ratio=0.8, base=base) == pytest.approx(expected, abs=1e-15)


def test_the_ratio_is_above_nothing():
    with pytest.raises(ArgumentError, match="ratio is 0"):
        inner_iou_loss(np.ones((1, 4)), np.ones((1, 4)), ratio=0)

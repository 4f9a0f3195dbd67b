from __future__ import annotations

import numpy as np
import pytest
from measure_cases import elementwise, random_pairs

from truebox.errors import ArgumentError
from truebox.losses import focaler_iou_loss


@pytest.mark.parametrize("base", ["iou", "giou", "siou"])
def test_the_papers_definition(base):
    # Zhang and Zhang 2024: L_Focaler-X = L_X + IoU - IoU_focaler.
    a, b = random_pairs(30, 4)
    overlap = elementwise("iou", a, b)
    focaler = np.clip((overlap - 0.1) / (0.6 - 0.1), 0, 1)
    expected = 1 - elementwise(base, a, b) + overlap - focaler
    assert focaler_iou_loss(a, b, low=0.1, high=0.6, base=base) == pytest.approx(expected, abs=1e-15)


def test_the_interval_is_one():
    with pytest.raises(ArgumentError, match=r"low is 0.5 and high 0.5"):
        focaler_iou_loss(np.ones((1, 4)), np.ones((1, 4)), low=0.5, high=0.5)

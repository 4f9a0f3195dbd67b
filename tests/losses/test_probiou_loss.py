from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.losses import probiou_loss


def test_a_quarter_turn_by_hand():
    # ArXiv:2106.06072, equations 3 to 5, with the covariances diag(16, 4) / 12 and diag(4, 16) / 12.
    box, turned = np.array([[3.0, 5.0, 4.0, 2.0, 10.0]]), np.array([[3.0, 5.0, 4.0, 2.0, 100.0]])
    found = probiou_loss(box, turned, unit="degrees", direction="counterclockwise")
    assert found == pytest.approx(
        math.sqrt(1 - math.exp(-math.log((20 / 12) ** 2 / (4 * 64 / 144)) / 2)), rel=1e-12
    )

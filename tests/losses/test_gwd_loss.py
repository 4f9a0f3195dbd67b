from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.losses import gwd_loss


def test_a_quarter_turn_by_hand():
    # ArXiv:2101.11952: both half sides differ by 1, so d² is 2.
    box, turned = np.array([[3.0, 5.0, 4.0, 2.0, 10.0]]), np.array([[3.0, 5.0, 4.0, 2.0, 100.0]])
    found = gwd_loss(box, turned, unit="degrees", direction="counterclockwise")
    assert found == pytest.approx(1 - 1 / (1 + math.log(3)), rel=1e-12)

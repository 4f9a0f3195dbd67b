from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.losses import kld_loss


def test_a_quarter_turn_by_hand():
    # ArXiv:2106.01883: the trace is 4 / 16 + 16 / 4, the determinants are equal.
    box, turned = np.array([[3.0, 5.0, 4.0, 2.0, 10.0]]), np.array([[3.0, 5.0, 4.0, 2.0, 100.0]])
    found = kld_loss(box, turned, unit="degrees", direction="counterclockwise")
    assert found == pytest.approx(1 - 1 / (1 + math.log(1 + (4 / 16 + 16 / 4 - 2) / 2)), rel=1e-12)

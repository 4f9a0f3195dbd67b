from __future__ import annotations

import numpy as np
import pytest

from truebox.losses import rotated_iou_loss


def test_a_quarter_turn_by_hand():
    # A quarter turn of 4 x 2 shares 2 x 2 of 12.
    box, turned = np.array([[3.0, 5.0, 4.0, 2.0, 10.0]]), np.array([[3.0, 5.0, 4.0, 2.0, 100.0]])
    found = rotated_iou_loss(box, turned, unit="degrees", direction="counterclockwise")
    assert found == pytest.approx(1 - 4 / 12, rel=1e-12)

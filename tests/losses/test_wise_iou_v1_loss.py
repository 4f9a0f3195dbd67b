from __future__ import annotations

from math import exp

import numpy as np
import pytest
from measure_cases import all_pairs, exact_parts

from truebox.losses import wise_iou_v1_loss


def test_the_papers_definition():
    # Tong et al. 2023: R_WIoU times 1 - IoU.
    for a, b in all_pairs():
        parts = exact_parts(a, b)
        value = wise_iou_v1_loss(np.array([a], float), np.array([b], float))[0]
        assert value == pytest.approx(exp(parts.distance) * (1 - parts.iou), rel=1e-12)

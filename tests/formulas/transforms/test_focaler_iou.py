from __future__ import annotations

import numpy as np
import pytest

from truebox import formulas


def test_the_papers_definition():
    # Zhang and Zhang 2024: 0 below d, 1 above u, linear between.
    values = formulas.focaler_iou(np, np.array([0.1, 0.3, 0.4, 0.7, 0.9]), low=0.3, high=0.7)
    assert values == pytest.approx([0, 0, 0.25, 1, 1], abs=1e-15)

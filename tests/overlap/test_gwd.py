"""`pairwise_gwd` and `elementwise_gwd`."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas
from truebox.overlap import elementwise_gwd, pairwise_gwd


def test_equals_the_formula():
    a, b = random_rotated(30, 1), random_rotated(20, 2)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    found = pairwise_gwd(a, b, unit="radians", direction="clockwise")
    assert found == pytest.approx(formulas.gwd(np, a[:, None], b), abs=1e-15)
    rows = elementwise_gwd(a[:20], b, unit="radians", direction="clockwise")
    assert rows == pytest.approx(np.diag(found), abs=1e-15)
    assert found.min() >= 0
    assert found.max() <= 1


def test_a_box_with_itself_is_one():
    boxes = random_rotated(50, 3)
    found = elementwise_gwd(boxes, boxes, unit="degrees", direction="counterclockwise")
    assert found == pytest.approx(1, abs=1e-14)

"""Of rotated boxes, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import formulas


def test_by_hand():
    a, b = np.array([[0, 0, 4, 2, 0.0]]), np.array([[2, 1, 4, 2, 0.0]])
    # The enclosing box is 6 by 3; the hull lacks two triangles of 2 by 1: 16. Shared 2, union 14.
    assert formulas.rotated_giou(np, a, b) == pytest.approx([2 / 14 - 2 / 16], abs=1e-12)

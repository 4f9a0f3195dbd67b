"""Filters of motion learn constant speeds."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.tracking.trackers.motion import AreaMotion, HeightMotion


@pytest.mark.parametrize("kind", [AreaMotion, HeightMotion])
def test_a_filter_learns_a_constant_speed(kind):
    """After twenty frames of a box that moves by (3, -2), it is expected there."""
    box = np.array([[0.0, 100, 40, 180]])
    motion = kind.none().joined(kind.none().started(box))
    for _ in range(20):
        box = box + np.array([3, -2, 3, -2])
        motion.predict()
        motion.correct(np.array([0]), box)
    motion.predict()
    np.testing.assert_allclose(motion.boxes, box + np.array([3, -2, 3, -2]), atol=0.2)

"""Overlaps at a threshold: exact for upright boxes."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.protocols.text.close_calls import close_overlaps
from truebox.evaluation.protocols.text.outlines import MetPairs
from truebox.records import Outlines


def test_rounding_does_not_decide() -> None:
    """Half of a box whose corners are decimals, with a share that is off by a rounding."""
    corners = Outlines(np.array([191.07, 0, 266.14, 0, 266.14, 10, 191.07, 10]), np.array([0, 4]))
    whole = Outlines(np.array([191.07, 0, 341.21, 0, 341.21, 10, 191.07, 10]), np.array([0, 4]))
    area = (266.14 - 191.07) * 10
    shared = np.array([np.nextafter(area, 1e9)])
    one = np.zeros(1, np.int64)
    pairs = MetPairs(one, one, shared, shared, np.array([2 * area]), corners, whole)
    assert close_overlaps(pairs, (0.5,)).iou.tolist() == [0.5]

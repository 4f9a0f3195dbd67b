"""Rings: what crosses, touches, turns back or encloses nothing is none."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.text.rings import rings_of
from truebox.records import Outlines


@pytest.mark.parametrize(
    ("outline", "ring"),
    [
        ([[0, 0], [4, 0], [4, 2], [0, 2]], True),
        ([[0, 0], [0, 2], [4, 2], [4, 0]], True),
        ([[0, 0], [4, 0], [1, 1], [0, 4]], True),
        # The line through one edge parts the ends of another that it lies beside.
        ([[0, 8], [3, 7], [7, 8], [3, 5], [3, 3]], True),
        ([[3, 6], [2, 1], [7, 2], [3, 2]], True),
        ([[3, 5], [0, 0], [0, 4], [5, 7]], True),
        ([[5, 4], [2, 8], [3, 4], [3, 3], [5, 1]], True),
        ([[0, 0], [4, 2], [4, 0], [0, 2]], False),
        ([[0, 0], [4, 0], [2, 0], [2, 2]], False),
        ([[0, 0], [4, 0], [2, 0], [0, 4]], False),
        ([[0, 0], [4, 0], [4, 0], [0, 2]], True),
        ([[0, 0], [4, 0], [8, 0], [2, 0]], False),
        ([[1, 1], [1, 1], [1, 1], [1, 1]], False),
    ],
)
def test_rings(outline: list[list[float]], ring: bool) -> None:
    corners = np.array(outline, dtype=float)
    both = Outlines(np.concatenate([corners, corners[::-1]]).reshape(-1), len(corners) * np.arange(3))
    assert rings_of(both, np.array([1, 0, 1])).tolist() == [ring] * 3

"""Rings: what crosses, touches, turns back or encloses nothing is none."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.text.rings import are_rings


@pytest.mark.parametrize(
    ("outline", "ring"),
    [
        ([[0, 0], [4, 0], [4, 2], [0, 2]], True),
        ([[0, 0], [0, 2], [4, 2], [4, 0]], True),
        ([[0, 0], [4, 0], [1, 1], [0, 4]], True),
        ([[0, 0], [4, 2], [4, 0], [0, 2]], False),
        ([[0, 0], [4, 0], [2, 0], [2, 2]], False),
        ([[0, 0], [4, 0], [2, 0], [0, 4]], False),
        ([[0, 0], [4, 0], [4, 0], [0, 2]], True),
        ([[0, 0], [4, 0], [8, 0], [2, 0]], False),
        ([[1, 1], [1, 1], [1, 1], [1, 1]], False),
    ],
)
def test_rings(outline: list[list[float]], ring: bool) -> None:
    assert are_rings(np.array([outline], dtype=float)).tolist() == [ring]

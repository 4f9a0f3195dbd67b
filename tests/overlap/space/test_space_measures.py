"""`pairwise_iou_3d` and `elementwise_iou_3d`."""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.overlap import elementwise_iou_3d, pairwise_iou_3d

CUBE = [0, 0, 0, 2, 2, 2]


def random_boxes(count: int, seed: int) -> np.ndarray:
    chance = np.random.default_rng(seed)
    low = chance.integers(0, 8, (count, 3))
    return np.concatenate([low, low + chance.integers(0, 6, (count, 3))], axis=1)


def by_cells(a: np.ndarray, b: np.ndarray) -> float:
    """Counts unit cells: exact for whole coordinates."""
    grids = []
    for box in (a, b):
        grid = np.zeros((14, 14, 14), bool)
        grid[box[0] : box[3], box[1] : box[4], box[2] : box[5]] = True
        grids.append(grid)
    union = (grids[0] | grids[1]).sum()
    return float((grids[0] & grids[1]).sum() / union) if union else 0.0


def test_equals_counting_cells():
    a, b = random_boxes(40, 1), random_boxes(30, 2)
    found = pairwise_iou_3d(a, b)
    assert found.tolist() == [[by_cells(p, q) for q in b] for p in a]
    assert (found > 0).mean() > 0.03
    assert elementwise_iou_3d(a[:30], b).tolist() == np.diag(found).tolist()


@pytest.mark.parametrize("scale", [1e-300, 1e-120, 1, 1e120, 1e300])
def test_by_hand(scale):
    others = np.array(
        [CUBE, [1, 1, 1, 3, 3, 3], [2, 0, 0, 4, 2, 2], [0, 0, 2, 2, 2, 2], [0.5, 0.5, 0.5, 1.5, 1.5, 1.5]]
    )
    expected = [1, 1 / 15, 0, 0, 1 / 8]
    assert pairwise_iou_3d(np.array([CUBE]) * scale, others * scale)[0] == pytest.approx(expected, rel=1e-15)


def test_threads_and_nothing():
    a = random_boxes(700, 3)
    assert np.array_equal(pairwise_iou_3d(a, a, threads=1), pairwise_iou_3d(a, a, threads=3))
    assert pairwise_iou_3d([], [CUBE]).shape == (0, 1)
    assert elementwise_iou_3d([], []).shape == (0,)


@pytest.mark.parametrize(
    ("a", "error", "words"),
    [
        ([[0, 0, 0, 1, 1]], ArgumentError, r"expected \[N, 6\]: x_min"),
        ([CUBE, [0, 3, 0, 2, 2, 2]], InputError, r"E-191 boxes_a\[1\]: y_max 2 < y_min 3"),
        ([[0, 0, 0, 1, 1, math.inf]], InputError, r"E-190 boxes_a\[0\]: z_max is inf"),
    ],
)
def test_what_is_refused(a, error, words):
    with pytest.raises(error, match=words):
        pairwise_iou_3d(a, [CUBE])


def test_lengths_must_agree():
    with pytest.raises(ArgumentError, match="boxes_a has 1 boxes"):
        elementwise_iou_3d([CUBE], [])

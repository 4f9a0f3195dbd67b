"""ProbIoU: the published formula, its laws, its gradient."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas


def published(a: np.ndarray, b: np.ndarray) -> float:
    """arXiv:2106.06072 written out with covariance matrices, in 60 digits: the Bhattacharyya distance of two
    normal distributions, exp(-B), 1 - sqrt(1 - exp(-B)).
    """
    mp = pytest.importorskip("mpmath").mp
    with mp.workdps(60):
        means, covariances = [], []
        for x, y, w, h, angle in (map(mp.mpf, map(float, box)) for box in (a, b)):
            turn = mp.matrix([[mp.cos(angle), -mp.sin(angle)], [mp.sin(angle), mp.cos(angle)]])
            covariances.append(turn * mp.diag([w**2 / 12, h**2 / 12]) * turn.T)
            means.append(mp.matrix([x, y]))
        apart, both = means[0] - means[1], (covariances[0] + covariances[1]) / 2
        distance = (apart.T * both**-1 * apart)[0] / 8
        distance += mp.log(mp.det(both) / mp.sqrt(mp.det(covariances[0]) * mp.det(covariances[1]))) / 2
        return float(1 - mp.sqrt(1 - mp.exp(-distance)))


def test_equals_the_published_formula():
    a, b = random_rotated(60, 1, 30.0), random_rotated(60, 2, 30.0)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    b[::5] = a[::5] * (1 + 1e-7)  # where the published form cancels
    expected = [published(p, q) for p, q in zip(a, b, strict=True)]
    assert formulas.probiou(np, a, b) == pytest.approx(expected, abs=1e-12)


def test_laws():
    a, b = random_rotated(200, 3), random_rotated(200, 4)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    found = formulas.probiou(np, a, b)
    assert found == pytest.approx(formulas.probiou(np, b, a), abs=1e-13)
    assert found.min() >= 0
    assert found.max() < 1
    assert set(formulas.probiou(np, a, a)) == {1.0}
    scaled = [box * np.array([7, 7, 7, 7, 1]) for box in (a, b)]
    assert formulas.probiou(np, *scaled) == pytest.approx(found, abs=1e-13)
    squares = np.array([[0, 0, 3, 3, 0.0], [0, 0, 3, 3, 0.9]])
    assert formulas.probiou(np, *squares) == pytest.approx(1, abs=1e-15)


def test_boxes_without_area():
    flat = np.array([[0, 0, 0, 3, 0.0], [0, 0, 0, 0, 0.0]])
    assert formulas.probiou(np, flat, flat).tolist() == [0, 0]


def test_gradients_are_finite_and_pull_boxes_together():
    torch = pytest.importorskip("torch")
    rows = [[0, 0, 4, 2, 0.1], [30, 0, 4, 2, 0.1], [0, 0, 0, 0, 0.0], [1, 0, 4, 2, 0.1]]
    boxes = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
    formulas.probiou(torch, boxes, torch.tensor([rows[0]], dtype=torch.float64)).sum().backward()
    assert bool(torch.isfinite(boxes.grad).all())
    assert boxes.grad[1, 0] < 0
    assert boxes.grad[3, 0] < 0

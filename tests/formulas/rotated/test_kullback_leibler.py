"""Kullback-Leibler divergence of rotated boxes."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas


def published(a: np.ndarray, b: np.ndarray) -> float:
    """The divergence of two normal distributions by matrices, standard deviations half the sides."""
    covariances = []
    for box in (a, b):
        turn = np.array([[np.cos(box[4]), -np.sin(box[4])], [np.sin(box[4]), np.cos(box[4])]])
        covariances.append(turn @ np.diag(box[2:4] ** 2 / 4) @ turn.T)
    inverse, apart = np.linalg.inv(covariances[1]), a[:2] - b[:2]
    ratio = np.linalg.det(covariances[1]) / np.linalg.det(covariances[0])
    return float((apart @ inverse @ apart + np.trace(inverse @ covariances[0]) + np.log(ratio) - 2) / 2)


def test_equals_the_published_formula():
    a, b = random_rotated(80, 1, 30.0), random_rotated(80, 2, 30.0)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    expected = [published(p, q) for p, q in zip(a, b, strict=True)]
    assert formulas.kullback_leibler(np, a, b) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_laws():
    a, b = random_rotated(100, 3), random_rotated(100, 4)
    found = formulas.kullback_leibler(np, a, b)
    scaled = [box * np.array([7, 7, 7, 7, 1]) for box in (a, b)]
    assert formulas.kullback_leibler(np, *scaled) == pytest.approx(found, rel=1e-12)
    assert found.min() > 0
    assert formulas.kullback_leibler(np, a, a) == pytest.approx(0, abs=1e-14)
    assert not np.allclose(found, formulas.kullback_leibler(np, b, a))


def test_boxes_without_area_and_gradients():
    torch = pytest.importorskip("torch")
    rows = torch.tensor([[0, 0, 0, 5, 0.0], [3, 4, 4, 2, 0.0], [0, 0, 4, 2, 0.3]], dtype=torch.float64)
    boxes = rows.clone().requires_grad_()
    found = formulas.kullback_leibler(torch, boxes, rows[2:])
    assert found[0] == float("inf")
    found[1:].sum().backward()
    assert bool(torch.isfinite(boxes.grad).all())

"""Squared Wasserstein distance of rotated boxes."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas


def published(a: np.ndarray, b: np.ndarray) -> float:
    """arXiv:2101.11952 with matrices; the trace of a root is the sum of the roots of the eigenvalues."""
    roots = []
    for box in (a, b):
        turn = np.array([[np.cos(box[4]), -np.sin(box[4])], [np.sin(box[4]), np.cos(box[4])]])
        roots.append(turn @ np.diag(box[2:4] / 2) @ turn.T)
    cross = np.sqrt(np.linalg.eigvalsh(roots[0] @ roots[1] @ roots[1] @ roots[0])).sum()
    traces = np.trace(roots[0] @ roots[0] + roots[1] @ roots[1]) - 2 * cross
    return float(((a[:2] - b[:2]) ** 2).sum() + traces)


def test_equals_the_published_formula():
    a, b = random_rotated(80, 1, 30.0), random_rotated(80, 2, 30.0)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    expected = [published(p, q) for p, q in zip(a, b, strict=True)]
    assert formulas.wasserstein_distance(np, a, b) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_laws():
    a, b = random_rotated(100, 3), random_rotated(100, 4)
    found = formulas.wasserstein_distance(np, a, b)
    assert found == pytest.approx(formulas.wasserstein_distance(np, b, a), rel=1e-12)
    assert set(formulas.wasserstein_distance(np, a, a)) == {0.0}
    assert found.min() >= 0


def test_boxes_without_area_and_gradients():
    torch = pytest.importorskip("torch")
    rows = torch.tensor([[0, 0, 0, 0, 0.0], [3, 4, 0, 0, 0.0], [0, 0, 4, 2, 0.3]], dtype=torch.float64)
    boxes = rows.clone().requires_grad_()
    found = formulas.wasserstein_distance(torch, boxes, rows[:1])
    assert found.tolist() == pytest.approx([0, 25, (16 + 4) / 4])
    found.sum().backward()
    assert bool(torch.isfinite(boxes.grad).all())

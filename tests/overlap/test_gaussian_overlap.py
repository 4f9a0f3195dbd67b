"""What ProbIoU, GWD and KLD have in common."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas
from truebox.errors import ArgumentError, InputError
from truebox.overlap import gaussian_overlap
from truebox.overlap.gaussian_overlap import elementwise_gaussian, pairwise_gaussian


def test_pairs_in_steps(monkeypatch):
    a, b = random_rotated(31, 1), random_rotated(17, 2)
    whole = pairwise_gaussian(formulas.kld, a, b, "degrees", "counterclockwise")
    monkeypatch.setattr(gaussian_overlap, "_STEP", 40)
    assert np.array_equal(pairwise_gaussian(formulas.kld, a, b, "degrees", "counterclockwise"), whole)
    rows = elementwise_gaussian(formulas.kld, a[:17], b, "degrees", "counterclockwise")
    assert rows == pytest.approx(np.diag(whole), abs=1e-15)


def test_angles_become_radians_from_x_toward_y():
    a, b = random_rotated(20, 3), random_rotated(20, 4)
    turned = [np.c_[box[:, :4], -np.radians(box[:, 4] % 360)] for box in (a, b)]
    found = elementwise_gaussian(formulas.probiou, a, b, "degrees", "counterclockwise")
    assert found == pytest.approx(formulas.probiou(np, *turned), abs=1e-15)


def test_nothing_and_extremes():
    assert pairwise_gaussian(formulas.gwd, [], [[0, 0, 1, 1, 0]], "degrees", "clockwise").shape == (0, 1)
    assert pairwise_gaussian(formulas.gwd, [[0, 0, 1, 1, 0]], [], "degrees", "clockwise").shape == (1, 0)
    far = [[0, 0, 1, 1, 0]], [[1e200, 0, 1, 1, 0]]
    for formula in (formulas.probiou, formulas.gwd, formulas.kld):
        assert pairwise_gaussian(formula, *far, "degrees", "clockwise") == pytest.approx(0, abs=1e-2)


def test_what_is_refused():
    with pytest.raises(InputError, match=r"E-192 boxes_b\[0\]"):
        pairwise_gaussian(formulas.gwd, [], [[0, 0, -1, 1, 0]], "degrees", "clockwise")
    with pytest.raises(ArgumentError, match="boxes_a has 1 boxes"):
        elementwise_gaussian(formulas.gwd, [[0, 0, 1, 1, 0]], [], "degrees", "clockwise")

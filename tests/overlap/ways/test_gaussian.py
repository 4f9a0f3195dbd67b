"""What ProbIoU, GWD and KLD have in common."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas, overlap
from truebox._native import overlap as native
from truebox.errors import ArgumentError, InputError
from truebox.overlap.pairs.number_rows import ROTATED
from truebox.overlap.row_measure import RowMeasure
from truebox.overlap.ways import gaussian

NAMES = ["probiou", "gwd", "kld"]


def pairwise_gaussian(formula, *arguments):
    return RowMeasure(formula=formula, columns=ROTATED, in_memory=gaussian.as_gaussians).pairwise(*arguments)


def elementwise_gaussian(formula, *arguments):
    measure = RowMeasure(formula=formula, columns=ROTATED, in_memory=gaussian.as_gaussians)
    return measure.elementwise(*arguments)


def test_pairs_in_steps(monkeypatch):
    a, b = random_rotated(31, 1), random_rotated(17, 2)
    whole = pairwise_gaussian(formulas.kld, a, b, "degrees", "counterclockwise")
    monkeypatch.setattr(gaussian, "_STEP", 40)
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


@pytest.mark.parametrize("name", NAMES)
def test_equals_the_formula(name):
    a, b = random_rotated(30, 1), random_rotated(20, 2)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    found = getattr(overlap, f"pairwise_{name}")(a, b, unit="radians", direction="clockwise")
    assert found == pytest.approx(getattr(formulas, name)(np, a[:, None], b), abs=1e-15)
    rows = getattr(overlap, f"elementwise_{name}")(a[:20], b, unit="radians", direction="clockwise")
    assert rows == pytest.approx(np.diag(found), abs=1e-15)
    assert found.min() >= 0
    assert found.max() <= 1


@pytest.mark.parametrize("name", NAMES)
def test_a_box_with_itself_is_one(name):
    boxes = random_rotated(50, 3)
    found = getattr(overlap, f"elementwise_{name}")(
        boxes, boxes, unit="degrees", direction="counterclockwise", threads=2
    )
    assert found == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize("name", [*NAMES, "rotated_ioa", "rotated_giou"])
@pytest.mark.parametrize("unit", ["degrees", "radians"])
def test_compiled_has_the_bits_of_the_formula(name, unit):
    rules = (unit, "counterclockwise")
    measure = RowMeasure(formula=getattr(formulas, name), columns=ROTATED, in_memory=gaussian.as_gaussians)
    pairwise = getattr(overlap, f"pairwise_{name}")
    elementwise = getattr(overlap, f"elementwise_{name}")
    chance = np.random.default_rng(7)
    for rows, columns in ((1, 1), (3, 2), (1, 40), (37, 1), (30, 25)):
        a, b = random_rotated(rows, 1), random_rotated(columns, 2)
        b[: rows // 2 + 1, :4] = np.resize(a[:, :4], (columns, 4))[: rows // 2 + 1]  # some in the same place
        a[0, 2] = b[-1, 3] = 0
        even = chance.integers(0, 4, (rows, 5)).astype(float)  # coincident and parallel
        for one in (a, even):
            found = pairwise(one, b, unit=unit, direction=rules[1])
            assert found.tobytes() == measure.pairwise(one, b, *rules).tobytes()
            listed = pairwise(one.tolist(), b.tolist(), unit=unit, direction=rules[1])
            assert listed.tobytes() == found.tobytes()
            alike = np.resize(one, b.shape)
            by_row = elementwise(alike, b, unit=unit, direction=rules[1], threads=1)
            assert by_row.tobytes() == measure.elementwise(alike, b, *rules).tobytes()


def test_numbers_too_large_for_the_compiled_go_by_the_formula():
    far = np.array([[0, 0, 1, 1, 0.0]]), np.array([[1e200, 0, 1, 1, 0.0]])
    assert native.kernel("pairwise_gwd")(*far, "degrees", "clockwise", None) is None
    assert overlap.pairwise_gwd(*far, unit="degrees", direction="clockwise") == pytest.approx(0, abs=1e-2)

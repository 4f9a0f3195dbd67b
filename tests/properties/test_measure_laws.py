"""Laws of the measures, on every box hypothesis can think of."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure_cases import LOSSES, MEASURES, elementwise, loss, pairwise

FEW = settings(max_examples=50, deadline=None)
# 1 less the most a penalty can take: one for a share, two for distance and aspect, three for width and
# height.
LEAST = {"iou": 0, "ioa": 0, "ios": 0, "giou": -1, "diou": -1, "ciou": -2, "eiou": -3, "siou": -2, "nwd": 0}
SYMMETRIC = [name for name in MEASURES if name != "ioa"]
# These are ratios of lengths, whatever the unit.
SCALED = [name for name in MEASURES if name not in ("nwd", "mpdiou")]
COORDINATES = st.floats(-(2.0**14), 2.0**14, width=32).filter(
    lambda value: value == 0 or abs(value) > 2.0**-20
)
WHOLE = st.integers(-500, 500).map(float)


@st.composite
def boxes(draw, coordinates=COORDINATES):
    rows = np.array(draw(st.lists(st.tuples(*[coordinates] * 4), min_size=1, max_size=12)))
    return np.concatenate(
        [np.minimum(rows[:, :2], rows[:, 2:]), np.maximum(rows[:, :2], rows[:, 2:])], axis=1
    )


def with_area(rows):
    return ((rows[:, 2:] - rows[:, :2]) > 0).all(axis=1)


@pytest.mark.parametrize("name", LEAST)
@FEW
@given(a=boxes(), b=boxes())
def test_bounds(name, a, b):
    values = pairwise(name, a, b)
    assert ((values >= LEAST[name]) & (values <= 1)).all()


@pytest.mark.parametrize("name", SYMMETRIC)
@FEW
@given(a=boxes(), b=boxes())
def test_symmetry(name, a, b):
    assert pairwise(name, a, b) == pytest.approx(pairwise(name, b, a).T, rel=1e-14, abs=1e-14)


@pytest.mark.parametrize("name", MEASURES)
@FEW
@given(a=boxes())
def test_identity_is_one(name, a):
    a = a if name == "nwd" else a[with_area(a)]
    assert (elementwise(name, a, a) == 1).all()


@FEW
@given(a=boxes(), b=boxes())
def test_order(a, b):
    values = {name: pairwise(name, a, b) for name in MEASURES}
    for smaller, larger in (
        ("giou", "iou"),
        ("diou", "iou"),
        ("ciou", "diou"),
        ("siou", "iou"),
        ("mpdiou", "iou"),
        ("ioa", "ios"),
    ):
        assert (values[smaller] <= values[larger]).all(), (smaller, larger)
    # Two penalties come off one after the other in EIoU, and the union of IoU is a sum: both may round.
    assert (values["eiou"] <= values["diou"] + 1e-15).all()
    assert (values["iou"] <= values["ioa"] * (1 + 1e-15)).all()


@pytest.mark.parametrize("name", MEASURES)
@FEW
@given(a=boxes(WHOLE), b=boxes(WHOLE), x=st.integers(0, 16), y=st.integers(0, 16))
def test_translation_changes_nothing(name, a, b, x, y):
    shift = np.array([2.0**x, 2.0**y] * 2)
    assert np.array_equal(pairwise(name, a + shift, b + shift), pairwise(name, a, b))


@pytest.mark.parametrize("name", SCALED)
@FEW
@given(a=boxes(), b=boxes(), power=st.integers(-8, 8))
def test_scale_changes_nothing(name, a, b, power):
    # arctan2 may differ in the last bit where the sizes of its arguments do.
    exact = 0 if name != "ciou" else 1e-15
    assert pairwise(name, a * 2.0**power, b * 2.0**power) == pytest.approx(
        pairwise(name, a, b), rel=exact, abs=exact
    )


@pytest.mark.parametrize("name", LOSSES)
@FEW
@given(a=boxes(), b=boxes())
def test_losses_and_their_slopes_are_finite(name, a, b):
    torch = pytest.importorskip("torch")
    count = min(len(a), len(b))
    prediction, target = torch.tensor(a[:count], requires_grad=True), torch.tensor(b[:count])
    values = loss(name, prediction, target)
    assert torch.isfinite(values).all()
    assert (values >= -1e-15).all()
    values.sum().backward()
    assert torch.isfinite(prediction.grad).all()


@pytest.mark.parametrize("name", [name for name in LOSSES if "focaler" not in name])
@FEW
@given(a=boxes())
def test_equal_boxes_lose_nothing_and_stay(name, a):
    torch = pytest.importorskip("torch")
    rows = a[with_area(a)]
    prediction = torch.tensor(rows, requires_grad=True)
    values = loss(name, prediction, torch.tensor(rows))
    assert (values == 0).all()
    values.sum().backward()
    slope = (
        (prediction.grad.abs().reshape(-1, 4) * torch.tensor(rows[:, 2:] - rows[:, :2]).repeat(1, 2)).amax()
        if len(rows)
        else 0
    )
    assert slope < 1e-9

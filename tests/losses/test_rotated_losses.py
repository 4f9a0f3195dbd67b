"""What holds for every loss of rotated boxes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from measure_cases import LIBRARIES, ROTATED_LOSSES
from rotated_samples import random_rotated

from truebox import losses, overlap
from truebox.errors import ArgumentError

DEGREES = {"unit": "degrees", "direction": "clockwise"}
RADIANS = {"unit": "radians", "direction": "clockwise"}

# Equal, turned by a quarter, parallel, touching, apart, inside, a line, two lines, points, a point in a box.
AWKWARD = [
    ((0, 0, 4, 2, 0), (0, 0, 4, 2, 0)),
    ((0, 0, 4, 2, 30), (0, 0, 2, 4, 120)),
    ((0, 0, 4, 4, 45), (0, 0, 4, 4, 45)),
    ((0, 0, 4, 2, 0), (1, 0, 4, 2, 0)),
    ((0, 0, 4, 2, 0), (4, 0, 4, 2, 0)),
    ((0, 0, 4, 2, 10), (900, 0, 4, 2, 80)),
    ((0, 0, 4, 4, 0), (0, 0, 2, 2, 20)),
    ((0, 0, 4, 0, 0), (0, 0, 4, 2, 0)),
    ((0, 0, 4, 0, 0), (1, 0, 4, 0, 0)),
    ((0, 0, 4, 0, 0), (0, 0, 0, 4, 0)),
    ((3, 3, 0, 0, 0), (3, 3, 0, 0, 0)),
    ((3, 3, 0, 0, 0), (0, 0, 20, 20, 50)),
    ((0, 0, 4, 2, 1e-18), (0, 0, 4, 2, 0)),
    ((0, 0, 1e-6, 1e3, 0), (0, 0, 1e3, 1e-6, 1)),
]


def sides(dtype=np.float64):
    return tuple(np.array([pair[k] for pair in AWKWARD], dtype) for k in (0, 1))


@pytest.fixture(params=list(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_one_less_the_measure_in_either_direction(name):
    a, b = random_rotated(30, 1), random_rotated(30, 2)
    for options in (DEGREES, {"unit": "degrees", "direction": "counterclockwise"}):
        measure = getattr(overlap, f"elementwise_{name.removesuffix('_loss')}")
        assert getattr(losses, name)(a, b, **options) == pytest.approx(
            1 - measure(a, b, **options), abs=1e-11
        )


@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_reductions_weights_shapes(name):
    loss = getattr(losses, name)
    a, b = random_rotated(6, 3), random_rotated(6, 4)
    each = loss(a, b, **DEGREES)
    weights = np.array([0.0, 1, 2, 3, 4, 5])
    assert float(loss(a, b, **DEGREES, reduction="sum")) == pytest.approx(each.sum(), rel=1e-12)
    mean = loss(a, b, **DEGREES, reduction="mean", weights=weights)
    assert float(mean) == pytest.approx((each * weights).sum() / 15, rel=1e-12)
    assert np.array_equal(loss(a.reshape(2, 3, 5), b.reshape(2, 3, 5), **DEGREES), each.reshape(2, 3))
    assert float(loss(a[:0], b[:0], **DEGREES, reduction="mean")) == 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_awkward_boxes_have_finite_losses_and_gradients(library, name, dtype):
    a, b = sides(dtype)
    loss = getattr(losses, name)
    target = library.array(b)
    values = library.numpy(loss(library.array(a), target, **DEGREES))
    assert values.dtype == dtype
    assert np.isfinite(values).all()
    assert values[0] == pytest.approx(0, abs=1e-12)
    assert (values >= 0).all()
    assert (values <= 1).all()
    assert np.isfinite(library.gradient(lambda boxes: loss(boxes, target, **DEGREES), a)).all()
    other = library.array(a)
    assert np.isfinite(library.gradient(lambda boxes: loss(other, boxes, **DEGREES), b)).all()


@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_values_and_gradients_are_those_of_numpy_and_pytorch(library, name):
    a, b = random_rotated(20, 5, 30.0), random_rotated(20, 6, 30.0)
    loss, torch = getattr(losses, name), LIBRARIES["torch"]()
    found = library.numpy(loss(library.array(a), library.array(b), **DEGREES))
    assert found == pytest.approx(loss(a, b, **DEGREES), abs=1e-12)
    target, others = library.array(b), torch.array(b)
    ours = library.gradient(lambda boxes: loss(boxes, target, **DEGREES), a)
    theirs = torch.gradient(lambda boxes: loss(boxes, others, **DEGREES), a)
    assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-11)


@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_gradients_are_those_of_small_steps(name):
    torch = LIBRARIES["torch"]().torch
    chance = np.random.default_rng(7)
    # General positions: no corner on an edge, no side parallel to another.
    a = np.column_stack(
        [chance.uniform(0, 6, (12, 2)), chance.uniform(3, 9, (12, 2)), chance.uniform(0, 3, 12)]
    )
    b = np.column_stack(
        [chance.uniform(0, 6, (12, 2)), chance.uniform(3, 9, (12, 2)), chance.uniform(0, 3, 12)]
    )
    left, right = torch.tensor(a, requires_grad=True), torch.tensor(b, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x, y: getattr(losses, name)(x, y, **RADIANS), (left, right))


def test_compiled(library):
    def everything(a, b):
        return [getattr(losses, name)(a, b, **DEGREES, reduction="mean") for name in ROTATED_LOSSES]

    a, b = random_rotated(12, 8), random_rotated(12, 9)
    compiled = library.compiled(everything)(library.array(a), library.array(b))
    for value, expected in zip(compiled, everything(a, b), strict=True):
        assert float(library.numpy(value)) == pytest.approx(float(expected), rel=1e-12)


def test_what_does_not_fit_is_refused():
    boxes = np.ones((2, 5))
    with pytest.raises(ArgumentError, match=r"prediction has shape \(2, 5\) and target \(1, 5\)"):
        losses.gwd_loss(boxes, boxes[:1], **DEGREES)
    with pytest.raises(ArgumentError, match=r"prediction has shape \(2, 4\); expected \[..., 5\]: cx, cy"):
        losses.gwd_loss(boxes[:, :4], boxes[:, :4], **DEGREES)
    with pytest.raises(ArgumentError, match="unit is 'turns'"):
        losses.kld_loss(boxes, boxes, unit="turns", direction="clockwise")
    with pytest.raises(ArgumentError, match="reduction is 'average'"):
        losses.probiou_loss(boxes, boxes, **DEGREES, reduction="average")


# A quarter turn of 4 x 2: shared are 2 x 2 of 12. ProbIoU by arXiv:2106.06072, equations 3 to 5, with the
# covariances diag(16, 4) / 12 and diag(4, 16) / 12. GWD by arXiv:2101.11952, where both half sides differ by
# 1, so d² is 2. KLD by arXiv:2106.01883, where the trace is 4 / 16 + 16 / 4 and the determinants are equal.
QUARTER_TURN = {
    "rotated_iou_loss": 1 - 4 / 12,
    "probiou_loss": math.sqrt(1 - math.exp(-math.log((20 / 12) ** 2 / (4 * 64 / 144)) / 2)),
    "gwd_loss": 1 - 1 / (1 + math.log(3)),
    "kld_loss": 1 - 1 / (1 + math.log(1 + (4 / 16 + 16 / 4 - 2) / 2)),
}


@pytest.mark.parametrize(("name", "value"), QUARTER_TURN.items())
def test_a_quarter_turn_by_hand(name, value):
    box, turned = np.array([[3.0, 5.0, 4.0, 2.0, 10.0]]), np.array([[3.0, 5.0, 4.0, 2.0, 100.0]])
    found = getattr(losses, name)(box, turned, unit="degrees", direction="counterclockwise")
    assert found == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_what_holds_nothing_is_no_boxes(library, name):
    none = library.array(np.zeros((0, 5)))
    for nothing in ([], library.array(np.zeros(0))):
        for given in ((nothing, none), (none, nothing)):
            assert float(getattr(losses, name)(*given, **RADIANS, reduction="mean")) == 0

from __future__ import annotations

import itertools

import numpy as np
import pytest
from measure_cases import LIBRARIES, ROTATED_LOSSES

from truebox import losses

RADIANS = {"unit": "radians", "direction": "clockwise"}
# Numbers whose powers leave float32, or come near it, and those float64 leaves.
SIDES = {
    np.float32: (0.0, 1e-44, 1e-30, 1e-12, 1e-5, 0.5, 1e6, 1e20),
    np.float64: (0.0, 1e-310, 1e-100, 1e-12, 0.5, 1e6, 1e160),
}


@pytest.fixture(params=list(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


def extremes(dtype):
    rows = [
        ((0.5 + away, 0.5, *sides[:2], angle), (0.5, 0.5, *sides[2:], 0.0))
        for sides in itertools.product(SIDES[dtype], repeat=4)
        for away, angle in ((0.0, 0.0), (0.3, 0.7), (1e18, 1e-20))
    ]
    return tuple(np.array([pair[k] for pair in rows], dtype) for k in (0, 1))


@pytest.mark.parametrize("dtype", SIDES)
@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_losses_and_gradients_are_finite_at_the_ends_of_the_dtype(library, name, dtype):
    a, b = extremes(dtype)
    loss, target, prediction = getattr(losses, name), library.array(b), library.array(a)
    values = library.numpy(loss(prediction, target, **RADIANS))
    assert ((values >= 0) & (values <= 1)).all()
    # A gradient may be too large for the dtype where a side is: a loss of order 1 over 1e-44.
    ordinary = (np.where(a[:, 2:4] == 0, 1, a[:, 2:4]).min(axis=1) > 1e-28) & (a[:, 2:4].max(axis=1) < 1e30)
    for gradient in (
        library.gradient(lambda boxes: loss(boxes, target, **RADIANS), a),
        library.gradient(lambda boxes: loss(prediction, boxes, **RADIANS), b),
    ):
        assert not np.isnan(gradient).any()
        assert np.isfinite(gradient[ordinary]).all()


@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_what_is_not_a_number_is_seen(library, name):
    good = np.array([[0.0, 0, 4, 2, 0]])
    for column in range(5):
        bad = good.copy()
        bad[0, column] = np.nan
        for pair in ((bad, good), (good, bad)):
            found = getattr(losses, name)(*(library.array(boxes) for boxes in pair), **RADIANS)
            assert np.isnan(library.numpy(found)).all()


@pytest.mark.parametrize("name", ["rotated_iou_loss", "probiou_loss", "kld_loss"])
def test_the_unit_of_length_does_not_matter(name):
    a, b = np.array([[0.0, 0, 4, 2, 0.3]]), np.array([[1.0, 1, 3, 3, 0.9]])
    expected = getattr(losses, name)(a, b, **RADIANS)
    for unit in (1e-25, 1e25, 1e100):
        factor = np.array([unit, unit, unit, unit, 1])
        assert getattr(losses, name)(a * factor, b * factor, **RADIANS) == pytest.approx(expected, rel=1e-13)

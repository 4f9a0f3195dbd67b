"""Shares under weights are those of rows that are repeated."""

from __future__ import annotations

import numpy as np
import pytest
from camelyon16_worlds import camelyon16_world, corners_of

import truebox as tb
from truebox.evaluation import OutcomeOrder
from truebox.evaluation.protocols.medical.camelyon16 import camelyon_curve
from truebox.evaluation.protocols.medical.marks.shares import ShareMeasure

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("seed", range(4))
def test_drawn(seed: int) -> None:
    lesions, points = camelyon16_world(seed)
    state = tb.evaluate(corners_of(lesions), points, protocol="camelyon16").state
    order = OutcomeOrder(state, 0, state.parameters.max_detections[-1], np.array([0]))
    measure = ShareMeasure((0.25, 1.0, 8.0), camelyon_curve)
    rng = np.random.default_rng(seed)
    for _ in range(5):
        weights = rng.multinomial(len(state.images), np.full(len(state.images), 1 / len(state.images)))
        truths = np.array([20])
        repeated = measure(order.weighed(weights, truths))
        np.testing.assert_allclose(measure.drawn(order)(weights, truths), repeated, rtol=0, atol=1e-12)


def test_no_truth_is_undefined() -> None:
    lesions, points = camelyon16_world(0)
    state = tb.evaluate(corners_of(lesions), points, protocol="camelyon16").state
    order = OutcomeOrder(state, 0, state.parameters.max_detections[-1], np.array([0]))
    measure = ShareMeasure((0.25,), camelyon_curve)
    none = np.zeros(1, dtype=int)
    assert np.isnan(measure.drawn(order)(np.ones(len(state.images), dtype=int), none)).all()

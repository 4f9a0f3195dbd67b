"""What is negative becomes 0, and nothing else changes."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.arrays import library_of
from truebox.formulas.terms.not_negative import not_negative


def test_values_and_nan_of_numpy() -> None:
    values = np.array([-np.inf, -2.0, 0.0, 3.0, np.inf, np.nan])
    assert np.array_equal(not_negative(np, values), [0, 0, 0, 3, np.inf, np.nan], equal_nan=True)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_in_tensorflow_values_slopes_and_nan_are_the_same(dtype: str) -> None:
    tf = pytest.importorskip("tensorflow")
    values = tf.constant([-3.0, 0.0, 2.0, np.nan], dtype=dtype)
    xp = library_of(values).xp

    def asked(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            found = not_negative(xp, x)
        return found, tape.gradient(found, x)

    for way in (asked, tf.function(asked), tf.function(asked, jit_compile=True)):
        found, slope = way(values)
        assert np.array_equal(found, [0, 0, 2, np.nan], equal_nan=True)
        assert slope.numpy().tolist() == [0, 1, 1, 1]  # what touches is drawn, NaN goes on

"""A share is the quotient of a part that is nothing where the whole is."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.arrays import library_of
from truebox.formulas import quotient
from truebox.formulas.terms.share import share

PARTS = [1.0, 0.0, 0.0, 3.0, np.nan]
WHOLES = [4.0, 0.0, -2.0, 7.0, np.nan]


def test_share_of_numpy_is_the_quotient() -> None:
    part, whole = np.array(PARTS), np.array(WHOLES)
    assert np.array_equal(share(np, part, whole), quotient(np, part, whole), equal_nan=True)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_in_tensorflow_values_and_slopes_are_those_of_the_quotient(dtype: str) -> None:
    tf = pytest.importorskip("tensorflow")
    part, whole = tf.constant(PARTS, dtype=dtype), tf.constant(WHOLES, dtype=dtype)
    xp = library_of(part).xp

    def asked(divide, part, whole):
        with tf.GradientTape() as tape:
            tape.watch([part, whole])
            found = divide(xp, part, whole)
        return (found, *tape.gradient(found, [part, whole]))

    for options in (None, {}, {"jit_compile": True}):
        ways = [lambda a, b, divide=divide: asked(divide, a, b) for divide in (share, quotient)]
        if options is not None:
            ways = [tf.function(way, **options) for way in ways]
        ours, known = (way(part, whole) for way in ways)
        for one, other in zip(ours, known, strict=True):
            assert np.array_equal(one, other, equal_nan=True)
            assert not np.signbit(one.numpy()[1:3]).any() or np.signbit(other.numpy()[1:3]).any()

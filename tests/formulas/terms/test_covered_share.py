"""What two boxes share over all that either covers, with one answer and one slope in every library."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from truebox.arrays import library_of
from truebox.formulas.terms.covered_share import covered_share

# Overlapping, apart on either axis, apart on both, touching, without area, not a number.
WIDTHS = [2.0, -2.0, 2.0, -2.0, 0.0, 0.0, np.nan, 3.0]
HEIGHTS = [3.0, 3.0, -3.0, -3.0, 3.0, 0.0, 3.0, np.nan]
BOTH = [20.0, 20.0, 20.0, 20.0, 20.0, 0.0, np.nan, np.nan]
FOUND = [float(Fraction(6, 20 - 6)), 0, 0, 0, 0, 0, np.nan, np.nan]


def test_values_of_numpy() -> None:
    sides = np.array(WIDTHS), np.array(HEIGHTS), np.array(BOTH)
    assert np.array_equal(covered_share(np, *sides), FOUND, equal_nan=True)


def plain(xp, width, height, both):
    """The same, of operations that every library differentiates by itself."""
    shared = xp.where(width < 0, 0.0, width) * xp.where(height < 0, 0.0, height)
    union = both - shared
    return shared / xp.where(union > 0, union, 1.0)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_in_jax_values_and_slopes_are_those_of_the_formula(dtype: str) -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    xp = jax.numpy
    sides = tuple(xp.asarray(each[:6], dtype=dtype) for each in (WIDTHS, HEIGHTS, BOTH))
    own = library_of(sides[0]).xp

    def slopes(formula):
        return jax.grad(lambda *sides: formula(*sides).sum(), argnums=(0, 1, 2))

    def ours(*sides):
        return covered_share(own, *sides)

    def theirs(*sides):
        return plain(xp, *sides)

    for way in (lambda f: f, jax.jit, lambda f: jax.jit(jax.jit(f)), jax.vmap):
        found = np.asarray(way(ours)(*sides))
        assert found.dtype == dtype
        assert found.tolist() == pytest.approx(FOUND[:6], rel=1e-7)
        assert not np.signbit(found).any()
    for one, other in zip(jax.jit(slopes(ours))(*sides), slopes(theirs)(*sides), strict=True):
        assert np.isfinite(one).all()
        assert np.asarray(one) == pytest.approx(np.asarray(other), rel=1e-6)
    twice = jax.jacfwd(slopes(ours))(*sides)
    assert np.asarray(twice[0])[0, 0] == pytest.approx(
        float(jax.hessian(theirs)(*(side[0] for side in sides))), rel=1e-5
    )
    forwards = jax.jvp(ours, sides, tuple(xp.ones_like(side) for side in sides))[1]
    expected = jax.jvp(theirs, sides, tuple(xp.ones_like(side) for side in sides))[1]
    assert np.asarray(forwards) == pytest.approx(np.asarray(expected), rel=1e-6)


def test_in_jax_what_is_no_number_stays_so() -> None:
    jax = pytest.importorskip("jax")
    sides = tuple(jax.numpy.asarray(each) for each in (WIDTHS, HEIGHTS, BOTH))
    own = library_of(sides[0]).xp
    found = jax.jit(lambda *sides: covered_share(own, *sides))(*sides)
    assert np.isnan(np.asarray(found)).tolist() == np.isnan(FOUND).tolist()


@pytest.mark.parametrize("options", [{}, {"jit_compile": True}])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_in_tensorflow_values_and_slopes_are_those_of_the_formula(dtype: str, options) -> None:
    tf = pytest.importorskip("tensorflow")
    sides = [tf.constant(each, dtype=dtype) for each in (WIDTHS, HEIGHTS, BOTH)]
    own = library_of(sides[0]).xp

    def asked(formula, *sides):
        with tf.GradientTape() as tape:
            tape.watch(sides)
            found = formula(*sides)
        return found, tape.gradient(found, sides)

    found, ours = tf.function(lambda *sides: asked(lambda *s: covered_share(own, *s), *sides), **options)(
        *sides
    )
    _, theirs = asked(lambda *sides: plain(own, *sides), *sides)
    assert found.numpy() == pytest.approx(np.array(FOUND, dtype), rel=1e-7, nan_ok=True)
    for one, other in zip(ours, theirs, strict=True):
        assert one.numpy()[:6] == pytest.approx(other.numpy()[:6], rel=1e-6)


def test_in_tensorflow_slopes_have_slopes_outside_of_what_xla_compiles() -> None:
    tf = pytest.importorskip("tensorflow")
    sides = [tf.constant(each[:6], dtype="float64") for each in (WIDTHS, HEIGHTS, BOTH)]
    own = library_of(sides[0]).xp
    compiled = tf.function(lambda *sides: covered_share(own, *sides), jit_compile=True)

    def twice(formula):
        with tf.GradientTape() as outer:
            outer.watch(sides)
            with tf.GradientTape() as inner:
                inner.watch(sides)
                found = formula(*sides)
            # Of a sum with weights, so that slopes of one side by another count.
            slopes = inner.gradient(found, sides)
            summed = sum(tf.reduce_sum(weight * slope) for weight, slope in enumerate(slopes, 1))
        return outer.gradient(summed, sides)

    for one, other in zip(twice(compiled), twice(lambda *s: plain(own, *s)), strict=True):
        assert one.numpy() == pytest.approx(other.numpy(), rel=1e-12)
    with tf.autodiff.ForwardAccumulator(sides, [tf.ones_like(side) for side in sides]) as forwards:
        found = compiled(*sides)
    with tf.autodiff.ForwardAccumulator(sides, [tf.ones_like(side) for side in sides]) as expected:
        reference = plain(own, *sides)
    assert forwards.jvp(found).numpy() == pytest.approx(expected.jvp(reference).numpy(), rel=1e-12)

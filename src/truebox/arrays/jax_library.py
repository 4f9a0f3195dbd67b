"""JAX: arrays and the tracers of ``jit``, ``grad`` and ``vmap``."""

from __future__ import annotations

import sys
from functools import cache, partial
from typing import Any

import numpy as np

from truebox.arrays.array_library import ArrayLibrary
from truebox.arrays.columns import Columns

__all__ = ["JaxLibrary"]


class JaxLibrary(ArrayLibrary):
    """JAX through the verbs of `ArrayLibrary`."""

    name = "jax"

    @property
    def fuses(self) -> bool:
        """See `ArrayLibrary.fuses`."""
        return True

    @property
    def xp(self) -> Any:
        """``jax.numpy``, with a quotient of its own."""
        return _NAMES

    @property
    def default_float(self) -> str:
        """float64 only where the caller has switched it on."""
        return str(self.xp.zeros(0).dtype.name)

    def cast(self, array: Any, dtype: str) -> Any:
        """See `ArrayLibrary.cast`."""
        return array.astype(dtype)

    def stop_gradient(self, array: Any) -> Any:
        """See `ArrayLibrary.stop_gradient`."""
        return sys.modules["jax"].lax.stop_gradient(array)

    def reaches_beyond(self, rows: Any, limit: float) -> Any:
        """Column by column: XLA joins that with what else is computed of a row, a reduction it does not.

        Answers are joined, not magnitudes: the larger of two floats, NaN among them, is six instructions.
        """
        first, *others = (self.xp.abs(column) > limit for column in self.columns(self.stop_gradient(rows)))
        for other in others:
            first |= other
        return first

    def scaled(self, rows: Any, factor: Any) -> Any:
        """Column by column, as `reaches_beyond`."""
        return Columns(*(column * factor for column in self.columns(rows, rows.shape[-1])))

    def known_below(self, array: Any, limit: float) -> bool:
        """Never looked up: the answer would block on the device, and a tracer has none."""
        del array, limit
        return False

    def from_numpy(self, array: Any, like: Any) -> Any:
        """See `ArrayLibrary.from_numpy`."""
        del like
        return self.xp.asarray(array)

    def to_numpy(self, array: Any) -> Any:
        """See `ArrayLibrary.to_numpy`."""
        return np.asarray(array, dtype=np.float64)

    def fetched(self, array: Any) -> Any:
        """See `ArrayLibrary.fetched`."""
        return np.asarray(array.astype("float32") if self.dtype_name(array) == "bfloat16" else array)

    def numpy_view(self, array: Any) -> Any | None:
        """A view of an array on the CPU; tracers, whatever they trace, have none.

        Neither has one that was put on a device where JAX puts nothing by itself: there its answers belong.
        """
        if self.dtype_name(array) not in ("float32", "float64") or not _is_on_cpu(array):
            return None
        if getattr(array, "committed", False) and not _is_at_home(array):
            return None
        return np.asarray(array)

    def numbers_in_memory(self, array: Any) -> Any | None:
        """See `ArrayLibrary.numbers_in_memory`; bfloat16, which NumPy has not, as float32."""
        if not _is_on_cpu(array):
            return None
        return np.asarray(array.astype("float32") if self.dtype_name(array) == "bfloat16" else array)


def _is_on_cpu(array: Any) -> bool:
    if isinstance(array, sys.modules["jax"].core.Tracer):
        return False
    devices = array.devices()
    return len(devices) == 1 and next(iter(devices)).platform == "cpu"


def _is_at_home(array: Any) -> bool:
    """Whether `array` lives on the device on which JAX makes new ones."""
    jax = sys.modules["jax"]
    return jax.config.jax_default_device is None and array.devices() == {jax.local_devices()[0]}


class _Names:
    """The names of ``jax.numpy``."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked of any object, also where JAX was never imported
            raise AttributeError(name)
        return getattr(sys.modules["jax"].numpy, name)

    def quotient(self, part: Any, whole: Any) -> Any:
        """See `truebox.formulas.quotient`; its slope is a quotient again."""
        return _quotient()(part, whole)

    def covered_share(self, formula: Any, width: Any, height: Any, both: Any) -> Any:
        """See `truebox.formulas.terms.covered_share`; three operations less."""
        return _covered_share(formula)(width, height, both)


@cache
def _quotient() -> Any:
    """A division whose slope keeps out of squares.

    JAX divides by the square of the divisor, which of an area below 1e-19 is nothing in float32 and of one
    above 1e19 infinite: a gradient that is not a number, or one that lacks half of its terms.
    """
    jax = sys.modules["jax"]
    xp, nothing = jax.numpy, jax.custom_derivatives.SymbolicZero

    @jax.custom_jvp  # type: ignore[untyped-decorator]
    def quotient(part: Any, whole: Any) -> Any:
        return part / xp.where(whole > 0, whole, xp.ones_like(whole))

    def slope(values: tuple[Any, Any], changes: tuple[Any, Any]) -> tuple[Any, Any]:
        (part, whole), (of_part, of_whole) = values, changes
        divisor = xp.where(whole > 0, whole, xp.ones_like(whole))
        found = part / divisor
        change = xp.zeros_like(found) if type(of_part) is nothing else of_part
        if type(of_whole) is not nothing:
            # Not divided once more, which XLA would make a division by the square.
            change = change - found * xp.where(whole > 0, of_whole, xp.zeros_like(of_whole))
        return found, change / divisor

    quotient.defjvp(slope, symbolic_zeros=True)
    return quotient


@cache
def _covered_share(formula: Any) -> Any:
    """Values with few operations, slopes of the formula.

    XLA divides a loop among threads of the CPU where it has more operations than bytes, 36 of a pair of boxes
    in float32: for some 10,000 pairs that costs more than the loop.
    """
    jax = sys.modules["jax"]
    xp = jax.numpy

    @jax.custom_jvp  # type: ignore[untyped-decorator]
    def covered_share(width: Any, height: Any, both: Any) -> Any:
        shared = xp.maximum(width, 0) * height
        # Asked this way round, NaN stays NaN, and no zero is negative.
        return xp.where(shared <= 0, xp.zeros_like(shared), shared / (both - shared))

    def slope(values: tuple[Any, ...], changes: tuple[Any, ...]) -> tuple[Any, Any]:
        found: tuple[Any, Any] = jax.jvp(partial(formula, _NAMES), values, changes)
        return found

    covered_share.defjvp(slope)
    return covered_share


_NAMES = _Names()

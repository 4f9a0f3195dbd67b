"""JAX: arrays and the tracers of ``jit``, ``grad`` and ``vmap``."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from truebox.arrays.array_library import ArrayLibrary

__all__ = ["JaxLibrary"]


class JaxLibrary(ArrayLibrary):
    """JAX through the verbs of `ArrayLibrary`."""

    name = "jax"

    @property
    def xp(self) -> Any:
        """``jax.numpy``."""
        return sys.modules["jax"].numpy

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

    def numpy_view(self, array: Any) -> Any | None:
        """A view of an array on the CPU; tracers, whatever they trace, have none."""
        jax = sys.modules["jax"]
        if isinstance(array, jax.core.Tracer) or self.dtype_name(array) not in ("float32", "float64"):
            return None
        devices = array.devices()
        if len(devices) != 1 or next(iter(devices)).platform != "cpu":
            return None
        return np.asarray(array)

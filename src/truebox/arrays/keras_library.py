"""Keras 3: symbolic tensors of a functional model, on whichever backend.

The tensors Keras computes with are its backend's own, and are taken as such; only the symbolic ones are
Keras'.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from truebox.arrays.array_library import ArrayLibrary

__all__ = ["KerasLibrary"]


class KerasLibrary(ArrayLibrary):
    """Keras through the verbs of `ArrayLibrary`."""

    name = "keras"

    @property
    def xp(self) -> Any:
        """``keras.ops`` has NumPy's names."""
        return sys.modules["keras"].ops

    @property
    def default_float(self) -> str:
        """What integers become: ``keras.config.floatx()``."""
        return str(sys.modules["keras"].config.floatx())

    def dtype_name(self, array: Any) -> str:
        """See `ArrayLibrary.dtype_name`."""
        return str(array.dtype)

    def cast(self, array: Any, dtype: str) -> Any:
        """See `ArrayLibrary.cast`."""
        return self.xp.cast(array, dtype)

    def stop_gradient(self, array: Any) -> Any:
        """See `ArrayLibrary.stop_gradient`."""
        return self.xp.stop_gradient(array)

    def known_below(self, array: Any, limit: float) -> bool:
        """Never: a symbol has no magnitude."""
        del array, limit
        return False

    def from_numpy(self, array: Any, like: Any) -> Any:
        """See `ArrayLibrary.from_numpy`."""
        del like
        return self.xp.convert_to_tensor(array)

    def to_numpy(self, array: Any) -> Any:
        """See `ArrayLibrary.to_numpy`."""
        return np.asarray(self.xp.convert_to_numpy(array), dtype=np.float64)

    def fetched(self, array: Any) -> Any:
        """See `ArrayLibrary.fetched`."""
        return np.asarray(self.xp.convert_to_numpy(array))

    def numpy_view(self, array: Any) -> Any | None:
        """Never: a symbol has no memory."""
        del array
        return None

"""CuPy: NumPy's interface on a GPU."""

from __future__ import annotations

import sys
from typing import Any

from truebox.arrays.array_library import ArrayLibrary

__all__ = ["CupyLibrary"]


class CupyLibrary(ArrayLibrary):
    """CuPy through the verbs of `ArrayLibrary`."""

    name = "cupy"

    @property
    def xp(self) -> Any:
        """``cupy`` has NumPy's names."""
        return sys.modules["cupy"]

    def known_below(self, array: Any, limit: float) -> bool:
        """Never looked up: the answer would block on the device."""
        del array, limit
        return False

    def from_numpy(self, array: Any, like: Any) -> Any:
        """See `ArrayLibrary.from_numpy`."""
        del like
        return self.xp.asarray(array)

    def to_numpy(self, array: Any) -> Any:
        """See `ArrayLibrary.to_numpy`."""
        return array.get()

    def fetched(self, array: Any) -> Any:
        """See `ArrayLibrary.fetched`."""
        return array.get()

    def numpy_view(self, array: Any) -> Any | None:
        """Never: the numbers are on a device."""
        del array
        return None

"""Arrays of any library as NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["numpy_of"]


def numpy_of(value: Any) -> AnyArray:
    """Any array library's array as NumPy; tensors leave their device and their gradient here."""
    refuse_masked(value)
    try:
        if hasattr(value, "detach"):
            value = value.detach().cpu()
            if value.is_floating_point():  # NumPy has no bfloat16; float64 holds every other float exactly
                value = value.double()
        return np.asarray(value)
    except ValueError:  # ragged lists
        return np.asarray(value, dtype=object)
    except (TypeError, RuntimeError) as error:  # a sparse tensor, one without data
        kind = type(value).__name__
        raise ArgumentError(
            f"a {kind} cannot be read ({error}). Fix: pass dense arrays that hold data."
        ) from None

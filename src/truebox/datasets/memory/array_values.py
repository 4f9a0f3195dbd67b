"""Arrays of any library as NumPy, and four numbers as a box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = ["from_xywh", "numpy_of", "to_xywh"]


def numpy_of(value: Any) -> AnyArray:
    """Any array library's array as NumPy; tensors leave their device and their gradient here."""
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


def to_xywh(boxes: FloatArray, box_format: str) -> FloatArray:
    """Boxes [N, 4] as x, y, width, height."""
    a, b, c, d = boxes.T
    columns = {
        "xywh": lambda: (a, b, c, d),
        "xyxy": lambda: (a, b, c - a, d - b),
        "yxyx": lambda: (b, a, d - b, c - a),
        "cxcywh": lambda: (a - c / 2, b - d / 2, c, d),
    }[box_format]()
    return np.stack(columns, axis=1)


def from_xywh(boxes: FloatArray, box_format: str) -> FloatArray:
    """Boxes [N, 4] given as x, y, width, height, in another layout."""
    x, y, width, height = boxes.T
    columns = {
        "xywh": lambda: (x, y, width, height),
        "xyxy": lambda: (x, y, x + width, y + height),
        "yxyx": lambda: (y, x, y + height, x + width),
        "cxcywh": lambda: (x + width / 2, y + height / 2, width, height),
    }[box_format]()
    return np.stack(columns, axis=1)

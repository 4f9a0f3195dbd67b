"""What a chart draws, out of a value of the package or a plain mapping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["numbers", "plain_values"]


def plain_values(source: Any, needed: Sequence[str], name: str) -> Mapping[str, Any]:
    """`source`, or its ``to_dict()``, as a mapping that has the keys `needed`.

    Raises
    ------
    ArgumentError
        It is neither, or a key is missing.

    Examples
    --------
    >>> plain_values({"recall": [0.5]}, ["recall"], "curves")["recall"]
    [0.5]
    """
    values = source.to_dict() if hasattr(source, "to_dict") else source
    if not isinstance(values, Mapping):
        raise ArgumentError(
            f"{name} is a {type(source).__name__}; expected a mapping or a value with to_dict()"
            + (f", with the keys {', '.join(needed)}" if needed else "")
        )
    missing = [key for key in needed if key not in values]
    if missing:
        known = ", ".join(map(repr, values)) or "no keys"
        raise ArgumentError(f"{name} lacks {', '.join(map(repr, missing))}; it has {known}")
    return values


def numbers(values: Any, name: str) -> FloatArray:
    """One axis of numbers; None becomes NaN, which charts leave out.

    Examples
    --------
    >>> numbers([0.5, None], "recall")
    array([0.5, nan])
    """
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ArgumentError(f"{name}: expected a list of numbers, None where one is undefined") from None
    if array.ndim != 1:
        raise ArgumentError(f"{name} has shape {array.shape}; expected one axis")
    return array

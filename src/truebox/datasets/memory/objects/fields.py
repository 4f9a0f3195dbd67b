"""Attributes of an object, or items of a mapping that stands for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from truebox.errors import InputError

__all__ = ["as_numbers", "field_of", "needed"]


def field_of(value: Any, *names: str) -> Any:
    """The first of these attributes or items that is there and not None; else None.

    Examples
    --------
    >>> field_of({"scores": [0.5]}, "confidence", "scores")
    [0.5]
    """
    for name in names:
        held = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
        if held is not None:
            return held
    return None


def needed(value: Any, kind: str, *names: str) -> Any:
    """As `field_of`, refused where there is none (E-453)."""
    held = field_of(value, *names)
    if held is None:
        raise InputError(
            "E-453",
            kind,
            f"{' or '.join(names)} is missing",
            "fill it in, or give a mapping with boxes, scores and labels",
        )
    return held


def as_numbers(value: Any) -> np.ndarray:
    """An array, or a tensor of any library on any device, as NumPy.

    Examples
    --------
    >>> as_numbers([[1, 2]]).shape
    (1, 2)
    """
    held = getattr(value, "tensor", value)  # boxes of detectron2 and mmdet wrap theirs
    if hasattr(held, "detach"):
        held = held.detach().cpu()
        if held.is_floating_point():
            held = held.double()
    return np.asarray(held)

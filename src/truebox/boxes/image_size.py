"""The image's width and height, where relative coordinates need them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from truebox.errors import ArgumentError

__all__ = ["as_image_size"]


def as_image_size(image_size: Sequence[float]) -> tuple[float, float]:
    """`image_size` as (width, height), both positive and finite.

    Raises
    ------
    ArgumentError
        If it is not two such numbers.
    """
    try:
        width, height = (float(side) for side in image_size)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"image_size is {image_size!r}; expected (width, height) in pixels") from None
    if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
        raise ArgumentError(
            f"image_size is {image_size!r}; expected (width, height), both positive and finite"
        )
    return width, height

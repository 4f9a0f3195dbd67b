"""Pillow, for pictures that are read as data."""

from __future__ import annotations

from typing import Any

from truebox.errors import MissingExtraError

__all__ = ["pillow"]


def pillow(purpose: str) -> Any:
    """The module ``PIL.Image``, or `MissingExtraError` with what it was wanted for.

    Examples
    --------
    >>> pillow("The size of a.tiff").__name__
    'PIL.Image'
    """
    try:
        from PIL import Image  # noqa: PLC0415  of the extra "images"
    except ImportError:
        raise MissingExtraError("Pillow", "images", purpose) from None
    return Image

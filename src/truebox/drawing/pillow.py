"""Pillow, or the error that says how to get it; pictures whose pixels are an array's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.errors import MissingExtraError

try:
    from PIL import Image, ImageDraw, ImageFont, ImageOps, UnidentifiedImageError
except ImportError as error:
    raise MissingExtraError("Pillow", "images", "Drawing on pictures") from error

if TYPE_CHECKING:
    from truebox.typing import ByteArray

_NO_PICTURE = Image.Image()  # which others are made from

__all__ = ["Image", "ImageDraw", "ImageFont", "ImageOps", "UnidentifiedImageError", "picture_over"]


def picture_over(store: ByteArray) -> Image.Image | None:
    """A picture in mode RGB that has its pixels in `store`, uint8 [height, width, 4], and may be changed.

    None where this Pillow cannot, or the picture is too large for it. `Image.frombuffer` does the same for
    the modes RGBX and RGBA alone, and for pictures that are copied when they are changed.

    Examples
    --------
    >>> import numpy as np
    >>> picture_over(np.full((20, 30, 4), 255, np.uint8)).getpixel((3, 4))
    (255, 255, 255)
    """
    try:
        size = store.shape[1], store.shape[0]
        mapped = Image.core.map_buffer(store, size, "raw", 0, ("RGB", 0, 1))  # type: ignore[attr-defined]
        return _NO_PICTURE._new(mapped)
    except (AttributeError, MemoryError, OSError, TypeError, ValueError):
        return None

"""Pillow, or the error that says how to get it."""

from __future__ import annotations

from truebox.errors import MissingExtraError

try:
    from PIL import Image, ImageDraw, ImageFont, ImageOps, UnidentifiedImageError
except ImportError as error:
    raise MissingExtraError("Pillow", "images", "Drawing on pictures") from error

__all__ = ["Image", "ImageDraw", "ImageFont", "ImageOps", "UnidentifiedImageError"]

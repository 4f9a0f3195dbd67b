"""Pixels of plain PNG files, as they are stored; whatever is not plain is left to Pillow.

Plain is a file of greys of 8 or 16 bits, places in a palette of 8 bits, or colours of 8 bits, without
transparency or interlacing, whose every part is as it should be. What is wrong with another, Pillow says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import pixels as native

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.typing import AnyArray

__all__ = ["distinct_pixels", "kinds_of", "most_plain_pixels", "sound_path", "stored_pixels"]

_KINDS = {"grey": 1, "deep grey": 2, "colour": 4, "palette": 8}
"""As the compiled module counts them."""
_MOST_PIXELS = 1 << 26
"""Of larger pictures Pillow may warn."""


def stored_pixels(data: bytes, kinds: Collection[str]) -> AnyArray | None:
    """What NumPy makes of the opened picture, or None.

    Parameters
    ----------
    data : bytes
        A file.
    kinds : collection of str
        Those wanted of "grey", "deep grey" (16 bits), "palette" and "colour" (red, green, blue).

    Returns
    -------
    array or None
        uint8 [H, W], of deep greys uint16 [H, W], of colours uint8 [H, W, 3]. None where the file is of
        another kind, is not plain, or is broken.

    Examples
    --------
    >>> import io
    >>> from PIL import Image
    >>> file = io.BytesIO()
    >>> Image.new("L", (3, 2), 7).save(file, "PNG")
    >>> stored_pixels(file.getvalue(), ["grey"]).tolist()
    [[7, 7, 7], [7, 7, 7]]
    >>> stored_pixels(file.getvalue(), ["colour"]) is None
    True
    """
    return native.plain_png(data, kinds_of(kinds), most_plain_pixels())


def kinds_of(names: Collection[str]) -> int:
    """One number for the kinds, as the compiled functions take it.

    Examples
    --------
    >>> kinds_of(["grey", "palette"])
    9
    """
    return sum(_KINDS[name] for name in set(names))


def distinct_pixels(pixels: AnyArray) -> AnyArray:
    """The values that occur, rising: what `numpy.unique` says, counted where the type is small.

    Examples
    --------
    >>> distinct_pixels(np.array([[7, 0], [7, 2]], dtype=np.uint8)).tolist()
    [0, 2, 7]
    """
    if pixels.dtype not in (np.uint8, np.uint16):
        return np.unique(pixels)
    found: AnyArray = np.flatnonzero(np.bincount(pixels.ravel())).astype(pixels.dtype)
    return found


def most_plain_pixels() -> int:
    """How many pixels a picture may have; fewer where a user has set a lower limit for Pillow.

    Examples
    --------
    >>> most_plain_pixels() <= 67_108_864
    True
    """
    limit = getattr(sys.modules.get("PIL.Image"), "MAX_IMAGE_PIXELS", None)
    return _MOST_PIXELS if limit is None else max(0, int(min(_MOST_PIXELS, limit)))


def sound_path(file: str | Path) -> str:
    r"""What the compiled functions open: nothing where it is no name for the system, as who reads it says.

    Examples
    --------
    >>> sound_path("a.png"), sound_path("a\0.png")
    ('a.png', '')
    """
    name = str(file)
    try:
        return "" if b"\0" in os.fsencode(name) else name
    except UnicodeEncodeError:
        return ""

"""Pixels of plain PNG files, as they are stored; whatever is not plain is left to Pillow.

Plain is a file of greys of 8 or 16 bits, places in a palette of 8 bits, or colours of 8 bits, without
transparency or interlacing, whose every part is as it should be. What is wrong with another, Pillow says.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import pixels as native

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["distinct_pixels", "most_plain_pixels", "stored_pixels"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KINDS = {(0, 8): "grey", (0, 16): "deep grey", (2, 8): "colour", (3, 8): "palette"}
"""Of a colour type and its bits."""
_BYTES = {"grey": 1, "deep grey": 2, "colour": 3, "palette": 1}
_HARMLESS = {b"PLTE", b"pHYs", b"gAMA", b"sRGB", b"cHRM", b"tIME", b"bKGD", b"sBIT", b"tEXt"}
"""Chunks beside the pixels that change none of them; of the palette only the places are asked for."""
_MOST_TEXT = 1 << 20
"""Bytes of chunks beside the pixels: Pillow refuses very long texts."""
_MOST_PIXELS = 1 << 26
"""Of larger pictures Pillow may warn."""
_MOST_INFLATED = 1032
"""Bytes that one byte of deflated data may become at most (zlib's manual)."""
_HARMLESS_BYTES = 1 << 26
"""That may be made before their number is looked at."""


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
    if data[:8] != _SIGNATURE or data[8:16] != b"\0\0\0\rIHDR":
        return None
    width, height, depth, colour, *ways = struct.unpack(">IIBBBBB", data[16:29].ljust(13, b"\0"))
    kind = _KINDS.get((colour, depth))
    if kind is None or kind not in kinds or any(ways) or not 0 < width * height <= most_plain_pixels():
        return None
    pixel = _BYTES[kind]
    row = 1 + width * pixel
    filtered = _inflated(_packed(data), height * row)
    if filtered is None:
        return None
    found = native.unfilter_rows(np.frombuffer(filtered, np.uint8).reshape(height, row), pixel)
    if found is None:
        return None
    if kind == "deep grey":
        return found.view(">u2").astype(np.uint16)
    return found.reshape(height, width, 3) if kind == "colour" else found


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
    return _MOST_PIXELS if limit is None else min(_MOST_PIXELS, limit)


def _packed(data: bytes) -> bytes | None:
    """The compressed pixels; None where a chunk is broken, out of its place, or may change them."""
    parts: list[bytes] = []
    place, last, beside = 8, b"", 0
    while place + 12 <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        name, end = data[place + 4 : place + 8], place + 8 + length
        if end + 4 > len(data) or zlib.crc32(data[place + 4 : end]) != int.from_bytes(
            data[end : end + 4], "big"
        ):
            return None
        if name == b"IEND":
            return b"".join(parts) if length == 0 and end + 4 == len(data) else None
        if name == b"IDAT":
            if parts and last != b"IDAT":
                return None
            parts.append(data[place + 8 : end])
        elif name in _HARMLESS:
            beside += length
        elif place > 8:  # the first is the head
            return None
        if beside > _MOST_TEXT:
            return None
        last, place = name, end + 4
    return None


def _inflated(packed: bytes | None, size: int) -> bytes | None:
    """Exactly `size` bytes; never many more are made."""
    if packed is None:
        return None
    try:
        if len(packed) * _MOST_INFLATED <= max(size, _HARMLESS_BYTES):
            # Into memory of that size at once, which takes half the time of blocks put together.
            filtered = zlib.decompress(packed, bufsize=size)
        else:
            unpacking = zlib.decompressobj()
            filtered = unpacking.decompress(packed, size)
            if unpacking.decompress(unpacking.unconsumed_tail, 1) or not unpacking.eof:
                return None
    except zlib.error:
        return None
    return filtered if len(filtered) == size else None

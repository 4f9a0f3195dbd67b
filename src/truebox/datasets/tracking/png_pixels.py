"""The pixels of a PNG file as they are stored: greys, or places in its palette."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["png_pixels"]


def png_pixels(file: Path) -> AnyArray:
    """[H, W], of several channels [H, W, C].

    Raises
    ------
    InputError
        The PNG is broken (E-173).
    MissingExtraError
        Pillow is not there.
    """
    library = _pillow()
    try:
        with library.open(io.BytesIO(file.read_bytes()), formats=["PNG"]) as image:
            return np.asarray(image)
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as error:
        reason = str(error).split("\n", maxsplit=1)[0][:120]
        problem = f"the PNG is broken ({reason})"
        raise InputError("E-173", str(file), problem, "write or copy the file again") from None


def _pillow() -> Any:
    try:
        from PIL import Image  # noqa: PLC0415  of the extra "images"
    except ImportError:
        raise MissingExtraError("Pillow", "images", "Reading pictures of instances") from None
    return Image

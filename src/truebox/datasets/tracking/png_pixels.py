"""The pixels of a PNG file as they are stored: greys, or places in its palette."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.folders.pillow import pillow
from truebox.errors import InputError

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
    library = pillow("Reading pictures of instances")
    try:
        with library.open(io.BytesIO(file.read_bytes()), formats=["PNG"]) as image:
            return np.asarray(image)
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as error:
        reason = str(error).split("\n", maxsplit=1)[0][:120]
        problem = f"the PNG is broken ({reason})"
        raise InputError("E-173", str(file), problem, "write or copy the file again") from None

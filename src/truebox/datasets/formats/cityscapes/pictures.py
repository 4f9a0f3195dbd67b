"""Pictures of Cityscapes as arrays: of instance ids, and of one detection."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.folders.pillow import pillow
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray

__all__ = ["read_ids", "read_mask"]


def read_ids(file: Path) -> AnyArray:
    """The instance ids of a picture [H, W].

    Raises
    ------
    InputError
        It cannot be read (E-172), or is no picture of one channel (E-173).
    """
    ids = np.asarray(_opened(file, None))
    if ids.ndim != 2 or ids.dtype.kind not in "iu":
        problem = "this PNG is not of one channel of whole numbers"
        fix = "save 1000 label + number as 16 bits of grey, as *_instanceIds.png are"
        raise InputError("E-173", str(file), problem, fix)
    return ids


def read_mask(file: Path) -> BoolArray:
    """Which pixels of a picture are not black [H, W].

    Raises
    ------
    InputError
        It cannot be read (E-172), or is broken (E-173).
    """
    found: BoolArray = np.asarray(_opened(file, "L")) != 0
    return found


def _opened(file: Path, mode: str | None) -> Any:
    library = pillow("Reading pictures of instances")
    try:
        data = file.read_bytes()
    except OSError as error:
        problem = f"the picture cannot be read ({(error.strerror or str(error)).lower()})"
        raise InputError(
            "E-172", str(file), problem, "write masks where the text file says that they are"
        ) from None
    try:
        with library.open(io.BytesIO(data)) as image:
            image.load()
            return image if mode is None else image.convert(mode)
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as error:
        reason = str(error).split("\n", maxsplit=1)[0][:120]
        problem = f"the PNG is broken ({reason})"
        raise InputError("E-173", str(file), problem, "write or copy the file again") from None

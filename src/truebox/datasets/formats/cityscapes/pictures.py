"""Pictures of Cityscapes as arrays: of instance ids, and of one detection."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._pillow import decoded
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import AnyArray, BoolArray

__all__ = ["GREY", "GREYS", "read_ids", "read_mask"]

GREY = ("grey",)
"""Of plain PNGs what a mask may be."""
GREYS = ("grey", "deep grey", "palette")
"""And what ids may be."""


def read_ids(file: Path) -> AnyArray:
    """The instance ids of a picture [H, W].

    Raises
    ------
    InputError
        It cannot be read (E-172), or is no picture of one channel (E-173).
    """
    ids = _pixels(file, None, GREYS)
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
    found: BoolArray = _pixels(file, "L", GREY) != 0
    return found


def _pixels(file: Path, mode: str | None, plain: Sequence[str]) -> AnyArray:
    try:
        data = file.read_bytes()
    except OSError as error:
        problem = f"the picture cannot be read ({(error.strerror or str(error)).lower()})"
        raise InputError(
            "E-172", str(file), problem, "write masks where the text file says that they are"
        ) from None
    return decoded(
        data,
        lambda picture: np.asarray(picture if mode in (None, picture.mode) else picture.convert(mode)),
        name=str(file),
        purpose="Reading pictures of instances",
        formats=None,
        plain=plain,
    )

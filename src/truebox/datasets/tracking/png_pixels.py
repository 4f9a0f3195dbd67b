"""The pixels of a PNG file as they are stored: greys, or places in its palette."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._pillow import decoded

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
    return decoded(
        file,
        np.asarray,
        name=str(file),
        purpose="Reading pictures of instances",
        plain=("grey", "deep grey", "palette", "colour"),
    )

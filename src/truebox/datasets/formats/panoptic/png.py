"""One PNG of segment ids: its size from the header, its pixels as bytes, every fault named."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._pillow import decoded, pillow
from truebox._png import most_plain_pixels
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.typing import ByteArray

__all__ = ["PanopticPng", "require_pillow"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PURPOSE = "Reading panoptic PNG files"
_SAVE = "save it as an 8-bit RGB PNG with id = R + 256 G + 65536 B"


def require_pillow() -> Any:
    """The module ``PIL.Image``, or the command that installs it."""
    return pillow(_PURPOSE)


class PanopticPng:
    """A PNG in memory, its header checked (E-172, E-173); the pixels are decoded on demand.

    Parameters
    ----------
    path : Path

    Attributes
    ----------
    size : tuple of int
        Width and height.
    """

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        self._data = _read(path)
        self.size = self._checked_size()

    def _checked_size(self) -> tuple[int, int]:
        head = self._data[:26]
        if len(head) < 26 or not head.startswith(_SIGNATURE) or head[12:16] != b"IHDR":
            what = "a JPEG" if head.startswith(b"\xff\xd8") else "no PNG"
            raise InputError(
                "E-173", self._name, f"this is {what}; lossy or other formats hold no ids", _SAVE
            )
        width, height, depth = struct.unpack(">IIB", head[16:25])
        if depth == 16:
            raise InputError("E-173", self._name, "this PNG has 16 bits per channel, need 8", _SAVE)
        limit = None if width * height <= most_plain_pixels() else require_pillow().MAX_IMAGE_PIXELS
        if limit is not None and width * height > limit:
            problem = f"{width} x {height} pixels are more than the limit of {limit}"
            raise InputError("E-173", self._name, problem, "raise PIL.Image.MAX_IMAGE_PIXELS if you trust it")
        return width, height

    def pixel_bytes(self) -> ByteArray:
        """Red, green and blue of every pixel [pixels, 3]."""
        colours = decoded(self._data, _colours, name=self._name, purpose=_PURPOSE, plain=("colour",))
        return colours.reshape(-1, 3)


def _colours(picture: Any) -> ByteArray:
    # Palettes and shades of grey are what optimisers make of few colours: the same ids.
    colours = picture if picture.mode == "RGB" else picture.convert("RGBA").convert("RGB")
    return np.ascontiguousarray(colours)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        problem = f"the PNG of segment ids cannot be read ({reason})"
        raise InputError("E-172", str(path), problem, _fix(path)) from None


def _fix(path: Path) -> str:
    if not path.parent.is_dir():
        return (
            f"there is no folder {path.parent}: name the one that holds the PNGs "
            "(--truth-maps and --predictions-maps; in Python truth_folder= and "
            "predictions_folder= of truebox.evaluation.evaluate_panoptic)"
        )
    other = path.with_suffix(".png")
    if other != path and other.is_file():
        return f"there is {other.name}: write file_name with .png, as the COCO panoptic format has it"
    return "check file_name and the folder of the PNGs"

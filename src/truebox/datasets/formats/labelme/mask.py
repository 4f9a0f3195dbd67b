"""The mask of a LabelMe shape: a PNG inside the file, pasted where its two points say."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

import numpy as np

from truebox import masks
from truebox._pillow import pillow
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets.texts.json_object import JsonObject

__all__ = ["labelme_mask"]


def labelme_mask(
    shape: JsonObject, document: JsonObject, box: Sequence[float]
) -> tuple[tuple[int, int], bytes]:
    """Height and width of the picture, and the mask as run lengths (E-450, E-451)."""
    width, height = document.whole("imageWidth", 0), document.whole("imageHeight", 0)
    if not width or not height:
        raise InputError(
            "E-450", document.place, "imageWidth and imageHeight are missing", "masks need the picture's size"
        )
    left, top, across, down = (int(number) for number in box)
    if left < 0 or top < 0 or left + across > width or top + down > height:
        problem = f"a mask of {across} x {down} at {left}, {top} leaves the picture of {width} x {height}"
        raise InputError("E-451", shape.place, problem, "save the file with labelme again")
    canvas = np.zeros((1, height, width), dtype=np.uint8)
    canvas[0, top : top + down, left : left + across] = _pixels(shape, across, down)
    return (height, width), masks.masks_to_compressed(masks.encode_masks(canvas))[0]


def _pixels(shape: JsonObject, width: int, height: int) -> np.ndarray:
    library = pillow("Reading the masks of LabelMe files")
    try:
        with library.open(
            io.BytesIO(base64.b64decode(shape.text("mask"), validate=True)), formats=["PNG"]
        ) as picture:
            # The header's size is compared before any pixel is decoded.
            if picture.size != (width, height):
                found = f"{picture.size[0]} x {picture.size[1]}"
                problem = f"its PNG has {found} pixels, its points {width} x {height}"
                raise InputError("E-451", f"{shape.place} mask", problem, "save the file with labelme again")
            return np.asarray(picture.convert("L")) > 0
    except (OSError, SyntaxError, ValueError, MemoryError, library.DecompressionBombError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            "E-451", f"{shape.place} mask", "it is no PNG in base64", "save the file with labelme again"
        ) from None

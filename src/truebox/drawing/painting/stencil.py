"""How much of each pixel a shape covers, where it is and nowhere else: for what two shapes share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import drawing as native
from truebox.drawing.painting.canvas import flat_outlines

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.drawing.painting.canvas import Canvas
    from truebox.masks import Masks
    from truebox.typing import ByteArray, FloatArray

__all__ = ["Stencil", "filled", "mask_stencil", "shared", "stamp"]


@dataclass(frozen=True, slots=True, eq=False)
class Stencil:
    """Coverage from 0 to 255, uint8 [h, w], of a patch whose upper left pixel is (left, top)."""

    left: int
    top: int
    cover: ByteArray


def filled(outlines: Sequence[FloatArray], size: tuple[int, int]) -> Stencil | None:
    """The inside of polygons, united.

    Parameters
    ----------
    outlines : sequence of arrays [P, 2]
        Corners in order, in pixels; a pixel's upper left corner has its index.
    size : (width, height)
        Of the picture; what lies outside is left out.

    Returns
    -------
    Stencil or None
        None where nothing lies in the picture.

    Examples
    --------
    >>> square = np.array([[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]])
    >>> stencil = filled([square], (10, 10))
    >>> stencil.left, stencil.top, stencil.cover[1, 1]
    (2, 2, np.uint8(255))
    """
    return _stencil(native.outline_covers(*flat_outlines(outlines), *size))


def mask_stencil(mask: Masks) -> Stencil | None:
    """The pixels of a mask, given as `Masks` of length 1; None for an empty one."""
    height, width = mask.sizes[0].tolist()
    return _stencil(native.mask_covers(mask.runs, height, width))


def shared(a: Stencil, b: Stencil) -> Stencil | None:
    """What two stencils both cover, or None."""
    left, top = max(a.left, b.left), max(a.top, b.top)
    right = min(a.left + a.cover.shape[1], b.left + b.cover.shape[1])
    bottom = min(a.top + a.cover.shape[0], b.top + b.cover.shape[0])
    if left >= right or top >= bottom:
        return None
    patches = [
        each.cover[top - each.top : bottom - each.top, left - each.left : right - each.left]
        for each in (a, b)
    ]
    return Stencil(left, top, np.minimum(*patches))


def stamp(canvas: Canvas, stencil: Stencil | None, colour: Colour, opacity: float = 1.0) -> None:
    """Paint a colour through a stencil."""
    if stencil is not None:
        native.mix_covers(canvas.store, stencil.cover, stencil.left, stencil.top, colour, opacity)


def _stencil(patch: tuple[int, int, ByteArray] | None) -> Stencil | None:
    return None if patch is None else Stencil(*patch)

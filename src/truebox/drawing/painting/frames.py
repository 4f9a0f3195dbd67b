"""Upright boxes: their lines lie on whole pixels and stay sharp."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

import numpy as np

from truebox.drawing.colours import ink_on
from truebox.drawing.painting.stencil import dashed
from truebox.drawing.pillow import Image, ImageDraw

if TYPE_CHECKING:
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.typing import FloatArray

__all__ = ["draw_frame", "frame_of"]


def frame_of(box: FloatArray, width: int, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """First and last pixels (x0, y0, x1, y1) of the frame around a box.

    The line lies half inside and half outside of the box. A box that reaches beyond the picture is drawn up
    to its edge, where its line still shows whole.

    Examples
    --------
    >>> import numpy as np
    >>> frame_of(np.array([10.0, 10.0, 20.0, 20.0]), 2, (100, 100))
    (9, 9, 20, 20)
    >>> frame_of(np.array([-50.0, 10.0, 500.0, 20.0]), 2, (100, 100))
    (0, 9, 99, 20)
    """
    # Held near the picture first: a far coordinate is no whole number of a machine.
    x0, y0, x1, y1 = np.clip(box, -4 * width, np.tile(size, 2) + 4 * width).tolist()
    sides = []
    for low, high, length in ((x0, x1, size[0]), (y0, y1, size[1])):
        first = min(max(floor(low - width / 2 + 0.5), 0), max(length - width, 0))
        last = max(min(floor(high + width / 2 + 0.5), length), min(first + width, length)) - 1
        sides.append((first, last))
    return sides[0][0], sides[1][0], sides[0][1], sides[1][1]


def draw_frame(picture: Image.Image, mark: Mark, sizes: Strokes, casing: float) -> None:
    """The box of a mark, on `picture` itself; `casing` is the opacity of the border of its line."""
    pencil = ImageDraw.Draw(picture, "RGBA")
    x0, y0, x1, y1 = frame_of(mark.anchor, sizes.line, picture.size)
    outer = (x0 - sizes.casing, y0 - sizes.casing, x1 + sizes.casing, y1 + sizes.casing)
    wide = sizes.line + 2 * sizes.casing
    pencil.rectangle(outer, outline=(*ink_on(mark.colour), round(255 * casing)), width=wide)
    if not mark.dashed:
        pencil.rectangle((x0, y0, x1, y1), outline=mark.colour, width=sizes.line)
        return
    # The middle of the line, as a closed path; every dash is one or two upright strips.
    low, high = sizes.line // 2, sizes.line - sizes.line // 2 - 1
    path = np.array(
        [[x0 + low, y0 + low], [x1 - high, y0 + low], [x1 - high, y1 - high], [x0 + low, y1 - high]], float
    )
    for piece in dashed(path, sizes.dash, closed=True):
        whole = np.rint(piece)
        for (ax, ay), (bx, by) in zip(whole[:-1].tolist(), whole[1:].tolist(), strict=True):
            strip = (min(ax, bx) - low, min(ay, by) - low, max(ax, bx) + high, max(ay, by) + high)
            pencil.rectangle(strip, fill=mark.colour)

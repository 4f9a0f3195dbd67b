"""Upright boxes: their lines lie on whole pixels and stay sharp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._native import drawing as native
from truebox.drawing.colours import ink_on

if TYPE_CHECKING:
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.typing import FloatArray

__all__ = ["draw_frame", "frame_of"]

# Wider lines cover any picture as well.
_WIDEST = 1 << 20


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
    return native.box_pixels(box, width, *size)


def draw_frame(canvas: Canvas, mark: Mark, sizes: Strokes, casing: float) -> None:
    """The box of a mark; `casing` is the opacity of the border of its line."""
    native.draw_box(
        canvas.pixels,
        mark.anchor,
        min(sizes.line, _WIDEST),
        min(sizes.casing, _WIDEST),
        mark.colour,
        ink_on(mark.colour),
        casing,
        *(sizes.dash if mark.dashed else (0, 0)),
    )

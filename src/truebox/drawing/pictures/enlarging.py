"""A picture made several times larger, so that letters fit beside small objects."""

from __future__ import annotations

from truebox.drawing.painting.canvas import Canvas
from truebox.drawing.pillow import Image
from truebox.errors import ArgumentError

__all__ = ["check_scale", "enlarged"]

_LARGEST_SCALE, _MOST_PIXELS = 100, 200_000_000


def check_scale(scale: object) -> None:
    """Refuse what is no whole number from 1 to 100.

    Examples
    --------
    >>> check_scale(10)
    """
    if not isinstance(scale, int) or isinstance(scale, bool) or not 1 <= scale <= _LARGEST_SCALE:
        raise ArgumentError(f"scale is {scale!r}; expected a whole number from 1 to {_LARGEST_SCALE}")


def enlarged(canvas: Canvas, scale: int) -> Canvas:
    """The picture with every pixel as a square of `scale` times `scale`.

    Raises
    ------
    ArgumentError
        It would have more than 200 million pixels.

    Examples
    --------
    >>> enlarged(Canvas.blank((32, 24), (255, 255, 255)), 10).size
    (320, 240)
    """
    size = canvas.size[0] * scale, canvas.size[1] * scale
    if size[0] * size[1] > _MOST_PIXELS:
        raise ArgumentError(
            f"scale={scale} makes a picture of {size[0]} x {size[1]}; "
            f"at most {_MOST_PIXELS:,} pixels are drawn"
        )
    return Canvas.of(canvas.picture().resize(size, Image.Resampling.NEAREST))

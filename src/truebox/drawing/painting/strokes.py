"""How thick lines and how large letters are on a picture of a given size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from truebox.errors import ArgumentError

__all__ = ["Strokes", "strokes_for"]

# On 640 x 480 lines of 3 pixels and letters of 14 look right; other sizes follow the picture's side.
_SIDE = math.sqrt(640 * 480)
_LINE, _TEXT = 2.6, 14.0
# Smaller letters cannot be read at all.
_LEAST_TEXT = 9


@dataclass(frozen=True, slots=True)
class Strokes:
    """Sizes in pixels: of lines, their casing on either side, letters, and the space around letters."""

    line: int
    casing: int
    text: int
    padding: int

    @property
    def dash(self) -> tuple[int, int]:
        """Length of a dash and of the gap behind it."""
        return 5 * self.line, 3 * self.line + 2 * self.casing

    @property
    def gap(self) -> int:
        """How far a label stays off the box it names."""
        return (self.line + 1) // 2 + self.casing

    @property
    def dot(self) -> float:
        """Radius of a keypoint, without its casing."""
        return 1.2 * self.line + 1


def strokes_for(
    size: tuple[int, int], *, line_width: int | None = None, text_size: int | None = None
) -> Strokes:
    """Sizes that suit a picture, or those that are asked for.

    Parameters
    ----------
    size : (width, height)
        Of the picture, in pixels.
    line_width, text_size : int, optional
        In pixels, at least 1.

    Raises
    ------
    ArgumentError
        For a size below 1.

    Examples
    --------
    >>> strokes_for((640, 480))
    Strokes(line=3, casing=1, text=14, padding=3)
    >>> strokes_for((100, 100)).line, strokes_for((8000, 8000)).line
    (1, 38)
    """
    for name, value in (("line_width", line_width), ("text_size", text_size)):
        if value is not None and (not isinstance(value, int) or value < 1):
            raise ArgumentError(f"{name} is {value!r}; expected a whole number of pixels, at least 1")
    return _strokes(size, line_width, text_size)


@lru_cache(maxsize=64)
def _strokes(size: tuple[int, int], line_width: int | None, text_size: int | None) -> Strokes:
    scale = math.sqrt(size[0] * size[1]) / _SIDE
    line = line_width or max(1, round(_LINE * scale))
    text = text_size or max(_LEAST_TEXT, round(_TEXT * scale))
    return Strokes(line, max(1, round(line / 4)), text, max(1, round(text / 5)))

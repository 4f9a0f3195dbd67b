"""A picture in memory that is drawn on, and how shapes come onto it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native import drawing as native
from truebox.drawing.painting.clipping import clip_polygon
from truebox.drawing.pillow import Image

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.masks import Masks
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["Border", "Canvas", "flat_outlines"]


class Border(NamedTuple):
    """What lies on either side of a line."""

    width: float
    colour: Colour
    opacity: float


_NO_BORDER = Border(0.0, (0, 0, 0), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture that its functions draw on, with smooth edges: a pixel takes what a shape covers of it.

    Points are in pixels; the upper left corner of a pixel has its index.

    Parameters
    ----------
    pixels : uint8 array [height, width, 3]
        In C order; red, green and blue.

    Examples
    --------
    >>> canvas = Canvas.blank((40, 30), (255, 255, 255))
    >>> canvas.fill([np.array([[5.0, 5.0], [15.5, 5.0], [15.5, 9.0], [5.0, 9.0]])], (255, 0, 0))
    >>> canvas.pixels[6, 14:17].tolist()
    [[255, 0, 0], [255, 127, 127], [255, 255, 255]]
    """

    pixels: ByteArray

    @classmethod
    def blank(cls, size: tuple[int, int], colour: Colour) -> Canvas:
        """One colour everywhere; `size` is width and height."""
        pixels = np.empty((size[1], size[0], 3), np.uint8)
        # Row by row: whole rows are copied much faster than three bytes at a time.
        pixels[:] = np.tile(np.array(colour, np.uint8), size[0]).reshape(size[0], 3)
        return cls(pixels)

    @classmethod
    def of(cls, picture: Image.Image) -> Canvas:
        """A copy of a picture in mode RGB."""
        return cls(np.array(picture))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def picture(self) -> Image.Image:
        """A copy as a picture in mode RGB."""
        # Not from the array at once, which would first be filled with black.
        picture = Image.new("RGB", self.size, None)
        picture.frombytes(self.pixels, "raw", "RGB")
        return picture

    def fill(self, outlines: Sequence[FloatArray], colour: Colour, opacity: float = 1.0) -> None:
        """Paint the inside of polygons [P, 2], united; one that crosses itself by the even-odd rule."""
        native.fill_outlines(self.pixels, *flat_outlines(outlines), colour, opacity)

    def line(
        self,
        lines: Sequence[FloatArray],
        width: float | Sequence[float],
        colour: Colour,
        opacity: float = 1.0,
        *,
        closed: bool = False,
        border: Border | None = None,
        dash: tuple[int, int] = (0, 0),
    ) -> None:
        """Paint lines along points [P, 2], at once: where they cross nothing is painted twice.

        Corners are round, loose ends straight. `width` may be one for every line; `dash` is the length of a
        dash and of the gap behind it.
        """
        edge = border or _NO_BORDER
        widths = np.full(len(lines), width, np.float64)
        if dash[0] and len(lines):
            # Cut before it is dashed: an outline may reach very far.
            margin = 2 * (float(widths.max()) + 2 * edge.width)
            high = self.size[0] + margin, self.size[1] + margin
            lines = [clip_polygon(points, (-margin, -margin), high) for points in lines]
        xy, offsets = flat_outlines(lines)
        look = closed, widths, colour, opacity, edge.width, edge.colour, edge.opacity
        native.draw_lines(self.pixels, xy, offsets, *look, *dash)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Paint a round dot."""
        native.draw_disc(self.pixels, x, y, radius, colour)

    def mask(self, mask: Masks, colour: Colour, opacity: float = 1.0, *, edge: int = 0) -> None:
        """Paint a mask, given as `Masks` of length 1; with `edge` only its pixels so near to its edge."""
        height, width = mask.sizes[0].tolist()
        native.draw_mask(self.pixels, mask.runs, height, width, edge, colour, opacity)


def flat_outlines(outlines: Sequence[FloatArray]) -> tuple[FloatArray, Int64Array]:
    """Points of all outlines one after the other, as x, y, x, y, ..., and where each outline begins.

    Examples
    --------
    >>> flat_outlines([np.array([[1.0, 2.0], [3.0, 4.0]])])[1].tolist()
    [0, 2]
    """
    if len(outlines) == 1:
        only = np.ascontiguousarray(outlines[0], dtype=np.float64)
        return only.reshape(-1), np.array([0, len(only)])
    lengths = [len(points) for points in outlines]
    points = np.concatenate([np.empty((0, 2)), *outlines])
    return points.reshape(-1), np.cumsum([0, *lengths])

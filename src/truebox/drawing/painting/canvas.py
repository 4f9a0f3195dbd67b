"""A picture in memory that is drawn on, and how shapes come onto it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native import drawing as native
from truebox.drawing.painting.clipping import clip_polygon
from truebox.drawing.pillow import Image, picture_over

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


class Canvas:
    """A picture that its functions draw on, with smooth edges: a pixel takes what a shape covers of it.

    Points are in pixels; the upper left corner of a pixel has its index.

    Parameters
    ----------
    store : uint8 array [height, width, 4]
        In C order; red, green, blue and 255, as Pillow keeps them.
    source : uint8 array [height, width, 3], optional
        What it becomes a copy of, laid out in memory however it is: when the pixels are first asked for, or
        in one step with what `native.draw_strokes` draws, while they are at hand.

    Examples
    --------
    >>> canvas = Canvas.blank((40, 30), (255, 255, 255))
    >>> canvas.fill([np.array([[5.0, 5.0], [15.5, 5.0], [15.5, 9.0], [5.0, 9.0]])], (255, 0, 0))
    >>> canvas.pixels[6, 14:17].tolist()
    [[255, 0, 0], [255, 127, 127], [255, 255, 255]]
    """

    __slots__ = ("_source", "_store")

    def __init__(self, store: ByteArray, source: ByteArray | None = None) -> None:
        self._store, self._source = store, source

    @classmethod
    def blank(cls, size: tuple[int, int], colour: Colour) -> Canvas:
        """One colour everywhere; `size` is width and height."""
        store = native.new_pixels(size[1], size[0])
        # Row by row: whole rows are copied much faster than four bytes at a time.
        store[:] = np.tile(np.array((*colour, 255), np.uint8), size[0]).reshape(size[0], 4)
        return cls(store)

    @classmethod
    def of(cls, picture: Image.Image) -> Canvas:
        """A copy of a picture in mode RGB."""
        store = native.new_pixels(picture.size[1], picture.size[0])
        over = picture_over(store)
        if over is None:
            native.widen(np.asarray(picture), store)
        else:
            over.paste(picture)
        return cls(store)

    @classmethod
    def of_array(cls, array: ByteArray) -> Canvas:
        """A copy of an array [height, width, 3], laid out in memory however it is."""
        return cls(native.new_pixels(array.shape[0], array.shape[1]), array)

    def taken(self) -> tuple[ByteArray | None, ByteArray]:
        """What is still to be copied, if anything is, and where to: the caller does it."""
        source, self._source = self._source, None
        return source, self._store

    @property
    def store(self) -> ByteArray:
        """The pixels with their fourth byte, uint8 [height, width, 4]; drawn on, too."""
        source, store = self.taken()
        if source is not None:
            native.widen(source, store)
        return store

    @property
    def pixels(self) -> ByteArray:
        """Red, green and blue, uint8 [height, width, 3]; drawn on, too."""
        return self.store[..., :3]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self._store.shape[1], self._store.shape[0]

    def ahead(self) -> Image.Image | None:
        """What `picture` gives in the end, made before the pixels are there; None where it cannot be.

        Copying a picture drives what Python needs for this out of the processor's cache.
        """
        return picture_over(self._store)

    def picture(self, ahead: Image.Image | None = None) -> Image.Image:
        """The canvas as a picture in mode RGB, which shares its pixels: what is drawn later shows on it."""
        store = self.store
        over = picture_over(store) if ahead is None else ahead
        return Image.fromarray(np.ascontiguousarray(self.pixels)) if over is None else over

    def fill(self, outlines: Sequence[FloatArray], colour: Colour, opacity: float = 1.0) -> None:
        """Paint the inside of polygons [P, 2], united; one that crosses itself by the even-odd rule."""
        native.fill_outlines(self.store, *flat_outlines(outlines), colour, opacity)

    def fill_each(
        self, polygons: tuple[FloatArray, Int64Array], colours: Sequence[Colour], opacity: float
    ) -> None:
        """The same as `fill` of each of `flat_outlines` alone in its colour, at once."""
        parts = np.array(colours, np.uint8).reshape(-1, 3)
        native.fill_polygons(self.store, *polygons, parts, opacity)

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
        native.draw_lines(self.store, xy, offsets, *look, *dash)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Paint a round dot."""
        native.draw_disc(self.store, x, y, radius, colour)

    def mask(self, mask: Masks, colour: Colour, opacity: float = 1.0, *, edge: int = 0) -> None:
        """Paint a mask, given as `Masks` of length 1; with `edge` only its pixels so near to its edge."""
        height, width = mask.sizes[0].tolist()
        native.draw_mask(self.store, mask.runs, height, width, edge, colour, opacity)


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
    points = np.concatenate([np.empty((0, 2)), *outlines])
    return points.reshape(-1), np.array([*accumulate(map(len, outlines), initial=0)], np.int64)

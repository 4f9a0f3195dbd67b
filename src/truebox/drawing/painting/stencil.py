"""How much of each pixel a shape covers: smooth edges, and only where the shape is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox.drawing.painting.clipping import clip_polygon, clip_segment
from truebox.drawing.pillow import Image, ImageDraw

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.typing import BoolArray, FloatArray

__all__ = ["Stencil", "dashed", "disc", "filled", "mask_stencil", "shared", "stamp", "stroke", "strokes"]

_Paint: TypeAlias = "Callable[[ImageDraw.ImageDraw, FloatArray, int], None]"

# Shapes are painted so many times larger and averaged down; less for very large ones.
_FINE = 4
_MOST_FINE_PIXELS = 40_000_000

_TURN = np.linspace(0.0, 2 * math.pi, 33)[:-1]
_CIRCLE = np.stack((np.cos(_TURN), np.sin(_TURN)), axis=1)


@dataclass(frozen=True, slots=True)
class Stencil:
    """Coverage from 0 to 255 of the pixels of a patch whose upper left pixel is (left, top)."""

    left: int
    top: int
    cover: Image.Image

    def enlarged(self, scale: int) -> Stencil:
        """The same on a picture `scale` times as large; pixels stay sharp squares."""
        size = self.cover.width * scale, self.cover.height * scale
        return Stencil(self.left * scale, self.top * scale, self.cover.resize(size, Image.Resampling.NEAREST))


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
    >>> import numpy as np
    >>> square = np.array([[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]])
    >>> stencil = filled([square], (10, 10))
    >>> stencil.left, stencil.top, stencil.cover.getpixel((1, 1))
    (2, 2, 255)
    """
    inside = [clip_polygon(points, (0.0, 0.0), (float(size[0]), float(size[1]))) for points in outlines]
    inside = [points for points in inside if len(points) >= 3]
    return _painted(inside, size, 0.0, lambda pencil, points, _: pencil.polygon(_flat(points), fill=255))


def stroke(
    points: FloatArray, width: float, size: tuple[int, int], *, closed: bool = False
) -> Stencil | None:
    """A line along points, with round corners; see `filled`."""
    return strokes([points], width, size, closed=closed)


def strokes(
    lines: Sequence[FloatArray], width: float, size: tuple[int, int], *, closed: bool = False
) -> Stencil | None:
    """Several lines at once, so that where they cross nothing is painted twice."""
    low, high = (-width, -width), (size[0] + width, size[1] + width)
    pieces: list[FloatArray] = []
    for points in lines:
        if closed:
            inside = clip_polygon(points, low, high)
            # Twice the first corner, so that the joint there is round as well.
            pieces += [np.concatenate((inside, inside[:2]))] if len(inside) >= 2 else []
        elif len(points) and (points >= low).all() and (points <= high).all():
            pieces.append(points)
        else:
            cut = (clip_segment(a, b, low, high) for a, b in pairwise(points))
            pieces += [piece for piece in cut if piece is not None]

    def paint(pencil: ImageDraw.ImageDraw, piece: FloatArray, fine: int) -> None:
        pencil.line(_flat(piece), fill=255, width=max(1, round(width * fine)), joint="curve")

    return _painted(pieces, size, width / 2 + 1, paint)


def dashed(points: FloatArray, dash: tuple[int, int], *, closed: bool = False) -> list[FloatArray]:
    """A line as dashes: pieces of the first length, gaps of the second.

    Examples
    --------
    >>> import numpy as np
    >>> [piece[:, 0].tolist() for piece in dashed(np.array([[0.0, 0.0], [10.0, 0.0]]), (4, 2))]
    [[0.0, 4.0], [6.0, 10.0]]
    """
    path = np.concatenate((points, points[:1])) if closed else points
    steps = np.hypot(*np.diff(path, axis=0).T)
    reached = np.concatenate(([0.0], np.cumsum(steps)))
    length = float(reached[-1])
    if length <= sum(dash):
        return [path]
    # A whole number of dashes, so that a closed line has no stump.
    count = max(1, round((length + (0 if closed else dash[1])) / sum(dash)))
    period = (length + (0 if closed else dash[1])) / count
    pieces = []
    for start in period * np.arange(count):
        end = min(start + dash[0], length)
        between = (reached > start) & (reached < end)
        places = np.concatenate(([start], reached[between], [end]))
        pieces.append(np.stack([np.interp(places, reached, path[:, axis]) for axis in (0, 1)], axis=1))
    return pieces


def disc(x: float, y: float, radius: float, size: tuple[int, int]) -> Stencil | None:
    """A round dot; see `filled`."""
    return filled([radius * _CIRCLE + (x, y)], size)


def mask_stencil(mask: BoolArray, left: int = 0, top: int = 0) -> Stencil | None:
    """The pixels of a mask [H, W] whose first pixel is (left, top); None for an empty one."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    part = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cover = Image.fromarray(part.astype(np.uint8) * 255)
    return Stencil(left + int(columns[0]), top + int(rows[0]), cover)


def shared(a: Stencil, b: Stencil) -> Stencil | None:
    """What two stencils both cover, or None."""
    left, top = max(a.left, b.left), max(a.top, b.top)
    right = min(a.left + a.cover.width, b.left + b.cover.width)
    bottom = min(a.top + a.cover.height, b.top + b.cover.height)
    if left >= right or top >= bottom:
        return None
    patches = [
        np.asarray(each.cover.crop((left - each.left, top - each.top, right - each.left, bottom - each.top)))
        for each in (a, b)
    ]
    return Stencil(left, top, Image.fromarray(np.minimum(*patches)))


def stamp(picture: Image.Image, stencil: Stencil | None, colour: Colour, opacity: float = 1.0) -> None:
    """Paint a colour through a stencil."""
    if stencil is None:
        return
    cover = stencil.cover if opacity == 1.0 else stencil.cover.point([round(v * opacity) for v in range(256)])
    picture.paste(colour, (stencil.left, stencil.top), cover)


def _painted(
    pieces: Sequence[FloatArray], size: tuple[int, int], margin: float, paint: _Paint
) -> Stencil | None:
    """Paint pieces on a patch just around them, finer than the picture, and average it down."""
    if not pieces:
        return None
    points = np.concatenate(pieces)
    left, top = np.maximum(np.floor(points.min(axis=0) - margin), 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(points.max(axis=0) + margin), size).astype(int).tolist()
    width, height = right - left, bottom - top
    if width <= 0 or height <= 0:
        return None
    fine = next((fine for fine in (_FINE, 2) if width * height * fine**2 <= _MOST_FINE_PIXELS), 1)
    patch = Image.new("L", (width * fine, height * fine))
    pencil = ImageDraw.Draw(patch)
    for piece in pieces:
        # Pillow counts from the middle of the first pixel.
        paint(pencil, (piece - (left, top)) * fine - 0.5, fine)
    return Stencil(left, top, patch.reduce(fine) if fine > 1 else patch)


def _flat(points: FloatArray) -> list[float]:
    values: list[float] = points.ravel().tolist()
    return values

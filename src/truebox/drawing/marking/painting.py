"""Marks onto a picture: fills below lines, lines below labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.drawing.colours import ink_on
from truebox.drawing.lettering.labels import draw_labels
from truebox.drawing.painting.clipping import clip_polygon
from truebox.drawing.painting.frames import draw_frame
from truebox.drawing.painting.mask_edge import mask_edge
from truebox.drawing.painting.stencil import dashed, disc, shared, stamp, stroke, strokes

if TYPE_CHECKING:
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.typing import FloatArray

__all__ = ["paint"]

CASING = 0.45
"""Opacity of the casing: a border of lines, dark of light and light of dark ones, so that they stand out
from a picture of their own colour."""


def paint(
    picture: Image.Image,
    marks: Sequence[Mark],
    pairs: Iterable[tuple[int, int]],
    theme: Theme,
    sizes: Strokes,
) -> None:
    """Draw marks on `picture`, in their order, and shade what the marks of each pair share.

    `pairs` are places in `marks`. The picture is in mode RGB and is itself drawn on.
    """
    for mark in marks:
        if mark.mask is not None or mark.outlines:
            stamp(picture, mark.region(picture.size), mark.colour, theme.fill)
    for first, second in pairs:
        a, b = marks[first].region(picture.size), marks[second].region(picture.size)
        if a is not None and b is not None:
            stamp(picture, shared(a, b), theme.shared, theme.shade)
    for mark in marks:
        _draw_lines(picture, mark, sizes)
    for mark in marks:
        _draw_points(picture, mark, sizes)
    draw_labels(picture, marks, theme, sizes)


def _draw_lines(picture: Image.Image, mark: Mark, sizes: Strokes) -> None:
    if mark.mask is not None:
        around = mask_edge(mark.mask, sizes.line + sizes.casing)
        stamp(picture, around, ink_on(mark.colour), CASING)
        stamp(picture, mask_edge(mark.mask, sizes.line), mark.colour)
    for outline in mark.outlines:
        _draw_outline(picture, outline, mark, sizes)
    if mark.framed and mark.is_seen(picture.size):
        draw_frame(picture, mark, sizes, CASING)
    if mark.trail is not None and len(mark.trail) > 1:
        _draw_trail(picture, mark.trail, mark, sizes)


def _draw_outline(picture: Image.Image, points: FloatArray, mark: Mark, sizes: Strokes) -> None:
    wide = sizes.line + 2 * sizes.casing
    margin = 2 * wide
    # Cut before it is dashed: an outline may reach very far.
    points = clip_polygon(points, (-margin, -margin), (picture.size[0] + margin, picture.size[1] + margin))
    if len(points) < 2:
        return
    stamp(picture, stroke(points, wide, picture.size, closed=True), ink_on(mark.colour), CASING)
    if mark.dashed:
        pieces = dashed(points, sizes.dash, closed=True)
        stamp(picture, strokes(pieces, sizes.line, picture.size), mark.colour)
    else:
        stamp(picture, stroke(points, sizes.line, picture.size, closed=True), mark.colour)


def _draw_trail(picture: Image.Image, trail: FloatArray, mark: Mark, sizes: Strokes) -> None:
    """The older the thinner, from a third of the width on."""
    stamp(
        picture, stroke(trail, sizes.line + 2 * sizes.casing, picture.size), ink_on(mark.colour), CASING / 2
    )
    steps = len(trail) - 1
    for part in range(3):
        first, last = steps * part // 3, steps * (part + 1) // 3
        width = max(1.0, sizes.line * (part + 1) / 3)
        if last > first:
            stamp(picture, stroke(trail[first : last + 1], width, picture.size), mark.colour)


def _draw_points(picture: Image.Image, mark: Mark, sizes: Strokes) -> None:
    if mark.limbs is not None and len(mark.limbs):
        limbs = list(mark.limbs)
        stamp(
            picture, strokes(limbs, sizes.line + 2 * sizes.casing, picture.size), ink_on(mark.colour), CASING
        )
        stamp(picture, strokes(limbs, sizes.line, picture.size), mark.colour)
    if mark.dots is None:
        return
    hollow = mark.hollow if mark.hollow is not None else np.zeros(len(mark.dots), bool)
    radius = 1.2 * sizes.line + 1
    for (x, y), ring in zip(mark.dots.tolist(), hollow.tolist(), strict=True):
        stamp(picture, disc(x, y, radius + sizes.casing, picture.size), ink_on(mark.colour))
        stamp(picture, disc(x, y, radius, picture.size), mark.colour)
        if ring:
            stamp(picture, disc(x, y, 0.55 * radius, picture.size), (255, 255, 255))

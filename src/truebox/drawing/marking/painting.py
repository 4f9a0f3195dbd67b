"""Marks onto a picture: fills below lines, lines below labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from truebox.drawing.colours import ink_on
from truebox.drawing.lettering.labels import draw_labels
from truebox.drawing.painting.canvas import Border
from truebox.drawing.painting.frames import draw_frame
from truebox.drawing.painting.stencil import shared, stamp

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.drawing.theme import Theme
    from truebox.typing import FloatArray

__all__ = ["paint"]

CASING = 0.45
"""Opacity of the casing: a border of lines, dark of light and light of dark ones, so that they stand out
from a picture of their own colour."""


def paint(
    canvas: Canvas,
    marks: Sequence[Mark],
    pairs: Iterable[tuple[int, int]],
    theme: Theme,
    sizes: Strokes,
) -> None:
    """Draw marks on `canvas`, in their order, and shade what the marks of each pair share.

    `pairs` are places in `marks`.
    """
    for mark in marks:
        if mark.mask is not None:
            canvas.mask(mark.mask, mark.colour, theme.fill)
        elif mark.outlines:
            canvas.fill(mark.outlines, mark.colour, theme.fill)
    for first, second in pairs:
        a, b = marks[first].region(canvas.size), marks[second].region(canvas.size)
        if a is not None and b is not None:
            stamp(canvas, shared(a, b), theme.shared, theme.shade)
    for mark in marks:
        _draw_lines(canvas, mark, sizes)
    for mark in marks:
        if mark.dots is not None or mark.limbs is not None:
            _draw_points(canvas, mark, sizes)
    draw_labels(canvas, marks, theme, sizes)


def _draw_lines(canvas: Canvas, mark: Mark, sizes: Strokes) -> None:
    if mark.mask is not None:
        canvas.mask(mark.mask, ink_on(mark.colour), CASING, edge=sizes.line + sizes.casing)
        canvas.mask(mark.mask, mark.colour, edge=sizes.line)
    for outline in mark.outlines:
        dash = sizes.dash if mark.dashed else (0, 0)
        casing = Border(sizes.casing, ink_on(mark.colour), CASING)
        canvas.line([outline], sizes.line, mark.colour, closed=True, border=casing, dash=dash)
    if mark.framed and mark.is_seen(canvas.size):
        draw_frame(canvas, mark, sizes, CASING)
    if mark.trail is not None and len(mark.trail) > 1:
        _draw_trail(canvas, mark.trail, mark.colour, sizes)


def _draw_trail(canvas: Canvas, trail: FloatArray, colour: Colour, sizes: Strokes) -> None:
    """The older the thinner, from a third of the width on."""
    canvas.line([trail], sizes.line + 2 * sizes.casing, ink_on(colour), opacity=CASING / 2)
    steps = len(trail) - 1
    bounds = [steps * part // 3 for part in range(4)]
    thirds = [trail[first : last + 1] for first, last in pairwise(bounds)]
    canvas.line(thirds, [max(1.0, sizes.line * part / 3) for part in (1, 2, 3)], colour)


def _draw_points(canvas: Canvas, mark: Mark, sizes: Strokes) -> None:
    if mark.limbs is not None and len(mark.limbs):
        casing = Border(sizes.casing, ink_on(mark.colour), CASING)
        canvas.line(list(mark.limbs), sizes.line, mark.colour, border=casing)
    if mark.dots is None:
        return
    hollow = [False] * len(mark.dots) if mark.hollow is None else mark.hollow.tolist()
    radius = 1.2 * sizes.line + 1
    for (x, y), ring in zip(mark.dots.tolist(), hollow, strict=True):
        canvas.disc(x, y, radius + sizes.casing, ink_on(mark.colour))
        canvas.disc(x, y, radius, mark.colour)
        if ring:
            canvas.disc(x, y, 0.55 * radius, (255, 255, 255))

"""Marks onto a picture: fills below lines, lines below labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from truebox.drawing.colours import ink_on
from truebox.drawing.lettering.labels import draw_labels
from truebox.drawing.painting.frames import draw_frame
from truebox.drawing.painting.stencil import shared, stamp

if TYPE_CHECKING:
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.drawing.theme import Theme

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
        _draw_points(canvas, mark, sizes)
    draw_labels(canvas, marks, theme, sizes)


def _draw_lines(canvas: Canvas, mark: Mark, sizes: Strokes) -> None:
    wide = sizes.line + 2 * sizes.casing
    if mark.mask is not None:
        canvas.mask(mark.mask, ink_on(mark.colour), CASING, edge=sizes.line + sizes.casing)
        canvas.mask(mark.mask, mark.colour, edge=sizes.line)
    for outline in mark.outlines:
        canvas.line([outline], wide, ink_on(mark.colour), CASING, closed=True)
        dash = sizes.dash if mark.dashed else (0, 0)
        canvas.line([outline], sizes.line, mark.colour, closed=True, dash=dash)
    if mark.framed and mark.is_seen(canvas.size):
        draw_frame(canvas, mark, sizes, CASING)
    if mark.trail is not None and len(mark.trail) > 1:
        # The older the thinner, from a third of the width on.
        canvas.line([mark.trail], wide, ink_on(mark.colour), CASING / 2)
        steps = len(mark.trail) - 1
        for part in range(3):
            first, last = steps * part // 3, steps * (part + 1) // 3
            if last > first:
                width = max(1.0, sizes.line * (part + 1) / 3)
                canvas.line([mark.trail[first : last + 1]], width, mark.colour)


def _draw_points(canvas: Canvas, mark: Mark, sizes: Strokes) -> None:
    if mark.limbs is not None and len(mark.limbs):
        limbs = list(mark.limbs)
        canvas.line(limbs, sizes.line + 2 * sizes.casing, ink_on(mark.colour), CASING)
        canvas.line(limbs, sizes.line, mark.colour)
    if mark.dots is None:
        return
    hollow = [False] * len(mark.dots) if mark.hollow is None else mark.hollow.tolist()
    radius = 1.2 * sizes.line + 1
    for (x, y), ring in zip(mark.dots.tolist(), hollow, strict=True):
        canvas.disc(x, y, radius + sizes.casing, ink_on(mark.colour))
        canvas.disc(x, y, radius, mark.colour)
        if ring:
            canvas.disc(x, y, 0.55 * radius, (255, 255, 255))

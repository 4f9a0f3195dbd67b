"""Marks onto a picture: fills below lines, lines below labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from truebox.drawing.colours import ink_on
from truebox.drawing.lettering.labels import labels_for, labels_of
from truebox.drawing.painting.canvas import Border, flat_outlines
from truebox.drawing.painting.frames import draw_alike, draw_strokes
from truebox.drawing.painting.stencil import shared, stamp

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.drawing.theme import Theme
    from truebox.typing import FloatArray, Int64Array

__all__ = ["paint", "paint_alike"]

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
    # Worked out before pixels are copied, which drives all else out of the processor's cache.
    write = labels_of(marks, canvas.size, theme, sizes)
    areas = [mark for mark in marks if mark.outlines or mark.mask is not None]
    if theme.fill > 0 and areas:
        _fill(canvas, areas, theme.fill)
    for first, second in pairs:
        a, b = marks[first].region(canvas.size), marks[second].region(canvas.size)
        if a is not None and b is not None:
            stamp(canvas, shared(a, b), theme.shared, theme.shade)
    if all(map(_is_plain, areas)):
        draw_strokes(canvas, marks, sizes, CASING)
    else:
        _draw_lines(canvas, marks, sizes)
    for mark in marks:
        if mark.dots is not None or mark.limbs is not None:
            _draw_points(canvas, mark, sizes)
    write(canvas)


def paint_alike(
    canvas: Canvas,
    anchors: FloatArray,
    outlines: tuple[FloatArray, Int64Array] | None,
    captions: list[tuple[str, ...]],
    *,
    colour: Colour,
    theme: Theme,
    sizes: Strokes,
) -> None:
    """The same as `paint` of boxes [N, 4], or of single outlines in them, all of one colour.

    Outlines are those of `flat_outlines`; with them the theme's lines are not dashed. There are as many
    captions as boxes, or none.
    """
    write = None
    if captions:
        colours = [colour] * len(captions)
        write = labels_for(captions, anchors, colours, size=canvas.size, theme=theme, sizes=sizes)
    if theme.fill > 0 and outlines is not None:
        canvas.fill_each(outlines, [colour] * len(anchors), theme.fill)
    draw_alike(canvas, anchors, outlines, colour=colour, sizes=sizes, casing=CASING, dashed=theme.dashed)
    if write is not None:
        write(canvas)


def _draw_lines(canvas: Canvas, marks: Sequence[Mark], sizes: Strokes) -> None:
    for plain, group in groupby(marks, _is_plain):
        if plain:
            draw_strokes(canvas, list(group), sizes, CASING)
            continue
        for mark in group:
            _draw_edges(canvas, mark, sizes)
            draw_strokes(canvas, [replace(mark, outlines=())], sizes, CASING)


def _fill(canvas: Canvas, marks: Sequence[Mark], opacity: float) -> None:
    for single, group in groupby(marks, _is_polygon):
        if single:
            polygons = list(group)
            outlines = [mark.outlines[0] for mark in polygons]
            canvas.fill_each(flat_outlines(outlines), [mark.colour for mark in polygons], opacity)
            continue
        for mark in group:
            if mark.mask is not None:
                canvas.mask(mark.mask, mark.colour, opacity)
            elif mark.outlines:
                canvas.fill(mark.outlines, mark.colour, opacity)


def _is_polygon(mark: Mark) -> bool:
    return mark.mask is None and len(mark.outlines) == 1


def _is_plain(mark: Mark) -> bool:
    """Whether its lines are drawn together with those of its neighbours."""
    if mark.outlines:
        return _is_polygon(mark) and not (mark.dashed or mark.framed or mark.trail is not None)
    return mark.mask is None


def _draw_edges(canvas: Canvas, mark: Mark, sizes: Strokes) -> None:
    if mark.mask is not None:
        canvas.mask(mark.mask, ink_on(mark.colour), CASING, edge=sizes.line + sizes.casing)
        canvas.mask(mark.mask, mark.colour, edge=sizes.line)
    for outline in mark.outlines:
        dash = sizes.dash if mark.dashed else (0, 0)
        casing = Border(sizes.casing, ink_on(mark.colour), CASING)
        canvas.line([outline], sizes.line, mark.colour, closed=True, border=casing, dash=dash)


def _draw_points(canvas: Canvas, mark: Mark, sizes: Strokes) -> None:
    if mark.limbs is not None and len(mark.limbs):
        casing = Border(sizes.casing, ink_on(mark.colour), CASING)
        canvas.line(list(mark.limbs), sizes.line, mark.colour, border=casing)
    if mark.dots is None:
        return
    hollow = [False] * len(mark.dots) if mark.hollow is None else mark.hollow.tolist()
    radius = sizes.dot
    for (x, y), ring in zip(mark.dots.tolist(), hollow, strict=True):
        canvas.disc(x, y, radius + sizes.casing, ink_on(mark.colour))
        canvas.disc(x, y, radius, mark.colour)
        if ring:
            canvas.disc(x, y, 0.55 * radius, (255, 255, 255))

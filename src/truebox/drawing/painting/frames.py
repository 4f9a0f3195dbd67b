"""Upright boxes, whose lines lie on whole pixels and stay sharp, and the ways that objects came."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import drawing as native
from truebox.drawing.colours import with_ink
from truebox.drawing.painting.canvas import flat_outlines

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["draw_alike", "draw_strokes", "frame_of"]

# Wider lines cover any picture as well.
_WIDEST = 1 << 20
_FRAMED, _DASHED, _OUTLINED = 1, 2, 4
_NO_POINTS = np.empty((0, 2))


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


def draw_strokes(canvas: Canvas, marks: Sequence[Mark], sizes: Strokes, casing: float) -> None:
    """Frames, single outlines and trails of marks, in order; `casing` is the opacity of a line's border.

    A trail is the thinner the older it is, from a third of the width on; half as much of its border shows.
    """
    drawn = [mark for mark in marks if mark.framed or mark.outlines or _is_way(mark.trail)]
    if not drawn:
        return
    colours = b"".join([with_ink(mark.colour) for mark in drawn])
    kinds = bytes([_kind(mark.framed, mark.dashed, bool(mark.outlines)) for mark in drawn])
    if any(mark.trail is not None or mark.outlines for mark in drawn):
        ways = flat_outlines(list(map(_points_of, drawn)))
    else:
        ways = np.empty(0), np.zeros(len(drawn) + 1, np.int64)
    anchors = np.concatenate([mark.anchor for mark in drawn]).reshape(-1, 4)
    inks = np.frombuffer(colours, np.uint8).reshape(-1, 6)
    columns = (np.frombuffer(kinds, np.uint8), inks, *ways)
    _draw(canvas, anchors.astype(np.float64, copy=False), columns, sizes, casing)


def draw_alike(
    canvas: Canvas,
    anchors: FloatArray,
    outlines: tuple[FloatArray, Int64Array] | None,
    *,
    colour: Colour,
    sizes: Strokes,
    casing: float,
    dashed: bool = False,
) -> None:
    """Frames of boxes [N, 4], or the outlines that they surround (see `flat_outlines`), in one colour.

    The same as `draw_strokes` of a mark each.
    """
    count = len(anchors)
    if not count:
        return
    outlined = outlines is not None
    columns = _alike(count, _kind(not outlined, dashed, outlined), colour)
    if outlines is not None:
        columns = (*columns[:2], *outlines)
    _draw(canvas, anchors, columns, sizes, casing)


@lru_cache(maxsize=64)
def _alike(count: int, kind: int, colour: Colour) -> tuple[ByteArray, ByteArray, FloatArray, Int64Array]:
    """Kinds and colours of marks that are all the same, and no ways."""
    colours = np.frombuffer(with_ink(colour) * count, np.uint8).reshape(-1, 6)
    return (
        np.frombuffer(bytes((kind,)) * count, np.uint8),
        colours,
        np.empty(0),
        np.zeros(count + 1, np.int64),
    )


def _kind(framed: bool, dashed: bool, outlined: bool) -> int:
    return _FRAMED * framed | _DASHED * dashed | _OUTLINED * outlined


def _draw(
    canvas: Canvas,
    anchors: FloatArray,
    columns: tuple[ByteArray, ByteArray, FloatArray, Int64Array],
    sizes: Strokes,
    casing: float,
) -> None:
    picture, pixels = canvas.taken()
    kinds, colours, xy, offsets = columns
    native.draw_strokes(
        picture,
        pixels,
        anchors,
        kinds,
        colours,
        xy,
        offsets,
        min(sizes.line, _WIDEST),
        min(sizes.casing, _WIDEST),
        casing,
        *sizes.dash,
    )


def _is_way(trail: FloatArray | None) -> bool:
    return trail is not None and len(trail) > 1


def _points_of(mark: Mark) -> FloatArray:
    if mark.outlines:
        return mark.outlines[0]
    return _NO_POINTS if mark.trail is None else mark.trail

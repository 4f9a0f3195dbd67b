"""Tracks on a picture: where each object is, and the way it came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.boxes import convert_boxes
from truebox.boxes.box_array import as_box_array
from truebox.boxes.box_format import as_box_format
from truebox.drawing.colours import identity_colour
from truebox.drawing.marking.painting import paint
from truebox.drawing.painting.marks import Mark
from truebox.drawing.painting.strokes import strokes_for
from truebox.drawing.pictures.picture import ColourOrder, PictureLike, as_canvas
from truebox.drawing.theme import as_theme
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.typing import FloatArray

__all__ = ["draw_tracks"]


@refuses_other_kinds
def draw_tracks(
    image: PictureLike = None,
    tracks: Mapping[Any, Any] | None = None,
    *,
    box_format: BoxFormatLike = "xyxy",
    labels: Mapping[Any, Any] | None = None,
    theme: str | Theme = "classic",
    line_width: int | None = None,
    text_size: int | None = None,
    order: ColourOrder = "rgb",
) -> Image.Image:
    """Draw the last box of each track, and the way of its centre until there.

    A track has the same colour in every picture, from its id. The way is thinner where it is older and is
    interrupted where the object was not seen.

    Parameters
    ----------
    image : Pillow image, path, array, (width, height) or None
        As in `draw_boxes`.
    tracks : mapping of id to array-like [T, 4]
        Boxes of a track in order of time, the last one now; a row of NaN where it was not seen. A track that
        is not seen now shows its way, but no box.
    box_format : BoxFormat or str
        What the four numbers mean; not relative.
    labels : mapping of id to text, optional
        What is written; by default ``#id``.
    theme, line_width, text_size, order
        As in `draw_boxes`.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    InputError
        ``E-190``: a row that is partly NaN, or infinite; ``E-560``: no picture.
    ArgumentError, MissingExtraError
        As in `draw_boxes`.

    Examples
    --------
    >>> from truebox.drawing import draw_tracks
    >>> draw_tracks((200, 100), {7: [(10, 10, 40, 60), (20, 12, 50, 62), (30, 12, 60, 62)]}).size
    (200, 100)
    """
    look = as_theme(theme)
    layout = as_box_format(box_format)
    if layout.is_relative:
        raise ArgumentError(f"box_format is {layout.value!r}; tracks need pixels")
    ways = {
        key: convert_boxes(_boxes(key, rows, layout.value), layout, "xyxy")
        for key, rows in (tracks or {}).items()
    }
    everything = np.concatenate([np.empty((0, 4)), *ways.values()])
    extent = everything[~np.isnan(everything).any(axis=1)].reshape(-1, 2)
    canvas = as_canvas(image, look.canvas, extent, order=order)
    marks: list[Mark] = []
    for key, rows in ways.items():
        marks += _marks(key, rows, str((labels or {}).get(key, f"#{key}")))
    sizes = strokes_for(canvas.size, line_width=line_width, text_size=text_size)
    paint(canvas, marks, (), look, sizes)
    return canvas.picture()


def _boxes(key: Any, rows: Any, box_format: BoxFormatLike) -> FloatArray:
    name = f"tracks[{key!r}]"
    array = np.atleast_2d(as_box_array(rows, as_box_format(box_format), name)).astype(np.float64)
    missing = np.isnan(array)
    wrong = (missing.any(axis=1) & ~missing.all(axis=1)) | np.isinf(array).any(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        fix = "give four finite numbers, or four NaN where the object was not seen"
        raise InputError("E-190", f"{name}[{row}]", "a coordinate is not finite", fix, row=row)
    return array


def _marks(key: Any, boxes: FloatArray, label: str) -> list[Mark]:
    """The pieces of the way between gaps, then the box."""
    number = int(key) if isinstance(key, (int, np.integer)) else crc32(str(key).encode("utf-8", "replace"))
    colour = identity_colour(number)
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    seen = np.logical_not(np.isnan(boxes).any(axis=1))
    edges = np.array([0, len(seen)])
    if not seen.all():
        edges = np.flatnonzero(np.diff(np.concatenate(([0], seen.astype(int), [0]))))
    marks = [
        Mark(colour=colour, anchor=np.zeros(4), trail=centres[first:last])
        for first, last in edges.reshape(-1, 2).tolist()
    ]
    if len(seen) and seen[-1]:
        marks.append(Mark(colour=colour, anchor=boxes[-1], framed=True, caption=(label,)))
    return marks

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
    from truebox.boxes import BoxFormat, BoxFormatLike
    from truebox.drawing.colours import Colour
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.typing import BoolArray, FloatArray

__all__ = ["draw_tracks"]

_NOWHERE = np.zeros(4)


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
    tracks = tracks or {}
    rows, ends = _boxes(tracks, layout)
    seen = np.logical_not(np.isnan(rows[:, 0]))
    extent = rows[seen].reshape(-1, 2)
    canvas = as_canvas(image, look.canvas, extent, order=order)
    marks: list[Mark] = []
    centres, gapless = (rows[:, :2] + rows[:, 2:]) / 2, bool(seen.all())
    for key, first, last in zip(tracks, [0, *ends], ends, strict=False):
        colour = _colour(key)
        for start, end in [(first, last)] if gapless else _pieces(seen, first, last):
            marks.append(Mark(colour=colour, anchor=_NOWHERE, trail=centres[start:end]))
        if last > first and (gapless or seen[last - 1]):
            label = str((labels or {}).get(key, f"#{key}"))
            marks.append(Mark(colour=colour, anchor=rows[last - 1], framed=True, caption=(label,)))
    sizes = strokes_for(canvas.size, line_width=line_width, text_size=text_size)
    ahead = canvas.ahead()
    paint(canvas, marks, (), look, sizes)
    return canvas.picture(ahead)


def _boxes(tracks: Mapping[Any, Any], layout: BoxFormat) -> tuple[FloatArray, list[int]]:
    """Corners of all tracks, one after the other, and where each ends."""
    arrays = [np.empty((0, 4))]
    arrays += [np.atleast_2d(as_box_array(rows, layout, f"tracks[{key!r}]")) for key, rows in tracks.items()]
    ends = np.cumsum([len(array) for array in arrays[1:]], dtype=np.int64)
    rows = np.concatenate(arrays).astype(np.float64, copy=False)
    if not np.isfinite(rows).all():
        missing = np.isnan(rows)
        wrong = (missing.any(axis=1) & ~missing.all(axis=1)) | np.isinf(rows).any(axis=1)
        if wrong.any():
            place = int(np.argmax(wrong))
            track = int(np.searchsorted(ends, place, "right"))
            row = place - (int(ends[track - 1]) if track else 0)
            fix = "give four finite numbers, or four NaN where the object was not seen"
            name = f"tracks[{list(tracks)[track]!r}][{row}]"
            raise InputError("E-190", name, "a coordinate is not finite", fix, row=row)
    corners: FloatArray = convert_boxes(rows, layout, "xyxy")
    return corners, ends.tolist()


def _colour(key: Any) -> Colour:
    number = int(key) if isinstance(key, (int, np.integer)) else crc32(str(key).encode("utf-8", "replace"))
    return identity_colour(number)


def _pieces(seen: BoolArray, first: int, last: int) -> list[tuple[int, int]]:
    """Where the way between two rows is not interrupted."""
    steps = np.diff(np.concatenate(([0], seen[first:last].astype(int), [0])))
    return [(first + start, first + end) for start, end in np.flatnonzero(steps).reshape(-1, 2).tolist()]

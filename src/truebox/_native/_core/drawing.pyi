# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# pixels are a canvas, uint8 [H, W, 4], and are drawn on. xy are points float64 [2 P] (x, y, x, y, ...), of
# which line or polygon k has those from offsets[k] to offsets[k + 1], int64 [K + 1]. A patch is None where no
# pixel is covered, else (left, top, covers uint8 [h, w]).

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebox.typing import ByteArray, FloatArray, Int64Array

_Runs = NDArray[np.uint32]
_Colour = tuple[int, int, int]
_Front = Callable[[tuple[Any, ...], dict[str, Any]], Any]
_Patch = tuple[int, int, ByteArray] | None

# picture uint8 [H, W, 3], laid out in memory however it is
def widen(picture: ByteArray, pixels: ByteArray) -> None: ...

# -> uint8 [H, W, 4], not set
def new_pixels(height: int, width: int) -> ByteArray: ...
def fill_outlines(
    pixels: ByteArray, xy: FloatArray, offsets: Int64Array, colour: _Colour, opacity: float
) -> None: ...
def outline_covers(xy: FloatArray, offsets: Int64Array, width: int, height: int) -> _Patch: ...

# widths float64 [K]; the border lies on either side of the line; dash is 0 for a line without gaps
def draw_lines(
    pixels: ByteArray,
    xy: FloatArray,
    offsets: Int64Array,
    closed: bool,
    widths: FloatArray,
    colour: _Colour,
    opacity: float,
    border: float,
    border_colour: _Colour,
    border_opacity: float,
    dash: float,
    gap: float,
) -> None: ...

# picture is what the canvas becomes a copy of before it is drawn on, None where it holds its pixels already;
# of N marks boxes float64 [N, 4], kinds uint8 [N] (1 framed, 2 dashed, 4 outlined), colours uint8 [N, 6]: its
# own, then that of the border; xy and offsets are their trails or outlines
def draw_strokes(
    picture: ByteArray | None,
    pixels: ByteArray,
    boxes: FloatArray,
    kinds: ByteArray,
    colours: ByteArray,
    xy: FloatArray,
    offsets: Int64Array,
    width: int,
    border: int,
    border_opacity: float,
    dash: float,
    gap: float,
) -> None: ...

# polygons of finite float64 numbers in arrays -> xy, offsets, and the boxes around them float64 [K, 4]; None
# for all else
def plain_outlines(polygons: Any) -> tuple[FloatArray, Int64Array, FloatArray] | None: ...

# tools: themes (dict by name), theme_type, strokes_for, picture_over, letters_at, with_ink, casing
# -> fronts of draw_boxes and of draw_polygons: the picture, or None where a call is not plain
def plain_drawers(tools: dict[str, Any]) -> tuple[_Front, _Front]: ...

# colours uint8 [K, 3]
def fill_polygons(
    pixels: ByteArray, xy: FloatArray, offsets: Int64Array, colours: ByteArray, opacity: float
) -> None: ...

# box float64 [4]
def box_pixels(
    box: FloatArray, width: int, picture_width: int, picture_height: int
) -> tuple[int, int, int, int]: ...
def draw_disc(pixels: ByteArray, x: float, y: float, radius: float, colour: _Colour) -> None: ...

# inwards is the width of the line along the mask's edge, 0 for the whole mask
def draw_mask(
    pixels: ByteArray,
    runs: _Runs,
    height: int,
    width: int,
    inwards: int,
    colour: _Colour,
    opacity: float,
) -> None: ...
def mask_covers(runs: _Runs, height: int, width: int) -> _Patch: ...
def mix_covers(
    pixels: ByteArray, covers: ByteArray, left: int, top: int, colour: _Colour, opacity: float
) -> None: ...

# letters uint8 [h, w]
def draw_label(
    pixels: ByteArray, letters: ByteArray, left: int, top: int, colour: _Colour, ink: _Colour
) -> None: ...

# shapes int64 [95, 9] of printable ASCII: known, start in covers, width, height, left, top, advance, ascent,
# descent
# -> int64 [N, 4]: width and height with all lines, with the first one; 0 of other letters, -1 of unknown ones
def caption_sizes(
    captions: list[tuple[str, ...]],
    shapes: Int64Array,
    covers: ByteArray,
    ascent: int,
    descent: int,
    padding: int,
    most: int,
) -> Int64Array: ...

# anchors float64 [N, 4] -> int64 [N, 3]: x, y and how many lines go there; None where letters are other ones
# or unknown, or a line is longer than `most`
def caption_places(
    captions: list[tuple[str, ...]],
    anchors: FloatArray,
    width: int,
    height: int,
    gap: int,
    shapes: Int64Array,
    covers: ByteArray,
    ascent: int,
    descent: int,
    padding: int,
    most: int,
) -> Int64Array | None: ...

# places int64 [N, 3] (x, y, lines or 0), colours uint8 [N, 6]: of the field, then of the letters
def draw_captions(
    pixels: ByteArray,
    captions: list[tuple[str, ...]],
    places: Int64Array,
    colours: ByteArray,
    shapes: Int64Array,
    covers: ByteArray,
    ascent: int,
    descent: int,
    padding: int,
) -> None: ...

# below and letter uint8 [h, w]
def lay_over(below: ByteArray, letter: ByteArray, left: int, top: int) -> None: ...

# forms int64 [F, 2] (width, height), offsets int64 [N + 1], anchors float64 [N, 4]
# -> N times x, y, form or -1
def label_places(
    forms: Int64Array, offsets: Int64Array, anchors: FloatArray, width: int, height: int, gap: int
) -> list[tuple[int, int, int]]: ...

# -> float64 [P, 2] of each dash
def dashes_of(xy: FloatArray, dash: float, gap: float, closed: bool) -> list[Any]: ...

"""Upright boxes on a picture: the truth, the predictions, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import answered_first, refuses_other_kinds
from truebox.arrays import library_of
from truebox.boxes import BoxFormat, convert_boxes, validate_boxes
from truebox.boxes.box_format import as_box_format
from truebox.boxes.pixels import pixel_extent
from truebox.drawing.marking.plain_drawings import plain_boxes
from truebox.drawing.marking.sides import Sides
from truebox.drawing.painting.marks import Mark
from truebox.drawing.pictures.enlarging import check_scale, enlarged
from truebox.drawing.pictures.picture import ColourOrder, PictureLike, as_canvas
from truebox.errors import ArgumentError
from truebox.overlap import pairwise_iou

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.typing import AnyArray, FloatArray, Pixels

__all__ = ["draw_boxes"]


@answered_first(plain_boxes)
@refuses_other_kinds
def draw_boxes(
    image: PictureLike = None,
    truth: Any = (),
    predictions: Any = (),
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    truth_labels: Sequence[Any] | None = None,
    prediction_labels: Sequence[Any] | None = None,
    scores: Sequence[float] | None = None,
    show_iou: bool = True,
    shade: bool = True,
    theme: str | Theme = "classic",
    line_width: int | None = None,
    text_size: int | None = None,
    order: ColourOrder = "rgb",
    scale: int = 1,
) -> Image.Image:
    r"""Draw boxes on a copy of a picture (arrays in RGB; ``order="bgr"`` for OpenCV) or on a blank canvas.

    Every prediction names its IoU with the truth it overlaps most (of its own label, where labels of both
    sides are given; 0.0000 where it overlaps none of them), and what the two share is shaded.

    Parameters
    ----------
    image : Pillow image, path, array, tensor, (width, height) or None
        An array is [height, width] or [height, width, 3] of uint8, its colours in `order`. A tensor may have
        its colours first, and numbers from 0 to 1. Two numbers are a blank canvas; None is one that holds
        all boxes.
    truth, predictions : Box, array-like [4] or [N, 4], or sequence of Box
        Boxes may reach beyond the picture; they are drawn up to its edge.
    box_format : BoxFormat or str
        What the four numbers mean; ``rel_`` formats are fractions of the picture.
    pixels : {"continuous", "inclusive"}
        As in `truebox.iou`; inclusive corners are drawn with the pixel they name.
    truth_labels, prediction_labels : sequence of str, optional
        One per box. By default up to three boxes of a side are called "truth" or "prediction".
    scores : sequence of numbers, optional
        One per prediction.
    show_iou, shade : bool
        Whether the IoU is written, and whether the shared area is shaded.
    theme : str or Theme
        ``"classic"``, ``"safe"``, ``"night"``, ``"grey"`` or a `Theme`.
    line_width, text_size : int, optional
        In pixels; by default they follow the size of the picture.
    order : {"rgb", "bgr"}
        Of the colours of an array. ``cv2.imread`` gives blue first: pass ``"bgr"``, or the picture comes out
        with red and blue exchanged. The answer is RGB in either case.
    scale : int
        How many times larger the answer is than the picture, so that letters fit on a small one; pixels stay
        sharp squares, and boxes count the picture's own pixels.

    Returns
    -------
    PIL.Image.Image
        In mode RGB and of the picture's size, times `scale`. A label that finds no room is left out; letters
        that no font of this system has are spelled out as ``\u732b``.

    Raises
    ------
    InputError
        ``E-560``: no picture; ``E-190`` to ``E-192``: a box that is none.
    ArgumentError
        Labels or scores of another length, an unknown theme or format, a `scale` that is none.
    MissingExtraError
        Pillow is not installed.

    Examples
    --------
    >>> from truebox.drawing import draw_boxes
    >>> picture = draw_boxes((320, 240), (39, 63, 203, 112), (54, 66, 198, 114), pixels="inclusive")
    >>> picture.save("overlap.png")
    >>> draw_boxes((32, 24), (4, 6, 20, 11), (5, 7, 20, 11), scale=10).size
    (320, 240)
    """
    check_scale(scale)
    sides = Sides(
        truth_labels=truth_labels,
        prediction_labels=prediction_labels,
        scores=scores,
        theme=theme,
        line_width=line_width,
        text_size=text_size,
        show_iou=show_iou,
        shade=shade,
    )
    layout = as_box_format(box_format)
    rows = [_rows(truth, layout, "truth"), _rows(predictions, layout, "predictions")]
    if image is None and layout.is_relative:
        raise ArgumentError(f"image=None with box_format {layout.value!r}; give a picture or (width, height)")
    look = sides.look
    if image is None:
        corners = [_corners(each, layout, pixels, None) for each in rows]
        canvas = as_canvas(None, look.canvas, np.concatenate(corners))
    else:
        canvas = as_canvas(image, look.canvas, order=order)
        corners = [_corners(each, layout, pixels, canvas.size) for each in rows]
    if scale > 1:
        canvas = enlarged(canvas, scale)
        corners = [each * scale for each in corners]
    if not len(corners[0]) and truth_labels is None:
        return sides.draw_predictions(canvas, corners[1])
    truth_marks = [Mark(colour=look.truth, anchor=box, framed=True) for box in corners[0]]
    predicted_marks = [
        Mark(colour=look.prediction, anchor=box, framed=True, dashed=look.dashed) for box in corners[1]
    ]

    def overlap() -> FloatArray:
        found = pairwise_iou(rows[1], rows[0], box_format=box_format, pixels=pixels)
        return found.astype(np.float64, copy=False)

    return sides.draw(canvas, truth_marks, predicted_marks, overlap)


def _rows(boxes: Any, layout: BoxFormat, name: str) -> FloatArray:
    if isinstance(boxes, (tuple, list)) and not boxes:
        return np.empty((0, 4))
    numbers = boxes if type(boxes) is np.ndarray else library_of(boxes).to_numpy(boxes)
    array: AnyArray = validate_boxes(numbers, box_format=layout, name=name)
    if array.ndim > 2:
        raise ArgumentError(f"{name} has shape {array.shape}; expected [4] or [N, 4]")
    found: FloatArray = array.reshape(-1, 4).astype(np.float64)
    return found


def _corners(rows: FloatArray, layout: BoxFormat, pixels: Pixels, size: tuple[int, int] | None) -> FloatArray:
    extent = pixel_extent(pixels, layout)
    if not len(rows) or (layout is BoxFormat.XYXY and not extent):
        return rows
    found: FloatArray = convert_boxes(rows, layout, "xyxy", image_size=size if layout.is_relative else None)
    if extent:
        found[:, 2:] += extent
    return found

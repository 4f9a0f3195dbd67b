"""Rotated boxes on a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import formulas
from truebox._kinds import refuses_other_kinds
from truebox.boxes.rotated.rotation import as_rotation
from truebox.drawing.marking.polygons import outline_marks, outlines_extent
from truebox.drawing.marking.sides import Sides
from truebox.drawing.pictures.picture import ColourOrder, PictureLike, as_canvas
from truebox.overlap import pairwise_rotated_iou
from truebox.overlap.pairs.number_rows import ROTATED, as_rotated_rows

if TYPE_CHECKING:
    from truebox.boxes.rotated.rotation import AngleUnit, Rotation, TurningDirection
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.typing import FloatArray

__all__ = ["draw_rotated_boxes"]


@refuses_other_kinds
def draw_rotated_boxes(
    image: PictureLike = None,
    truth: Any = (),
    predictions: Any = (),
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    truth_labels: Sequence[Any] | None = None,
    prediction_labels: Sequence[Any] | None = None,
    scores: Sequence[float] | None = None,
    show_iou: bool = True,
    shade: bool = True,
    theme: str | Theme = "classic",
    line_width: int | None = None,
    text_size: int | None = None,
    order: ColourOrder = "rgb",
) -> Image.Image:
    """Draw rotated boxes on a copy of a picture or on a blank canvas.

    Parameters
    ----------
    truth, predictions : array-like [N, 5]
        Centre x and y, width, height, angle.
    unit, direction : {"degrees", "radians"}, {"clockwise", "counterclockwise"}
        What angles mean, as in `truebox.overlap.pairwise_rotated_iou`; there is no default.
    image, truth_labels, prediction_labels, scores, show_iou, shade, theme, line_width, text_size, order
        As in `draw_boxes`.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    InputError
        ``E-190``, ``E-192``: a box that is none; ``E-560``: no picture.
    ArgumentError, MissingExtraError
        As in `draw_boxes`.

    Examples
    --------
    >>> from truebox.drawing import draw_rotated_boxes
    >>> ship = (100, 80, 90, 30, 25)
    >>> draw_rotated_boxes((200, 160), [ship], unit="degrees", direction="clockwise").size
    (200, 160)
    """
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
    rotation = as_rotation(unit, direction)
    outlines = _outlines(truth, rotation, "truth"), _outlines(predictions, rotation, "predictions")
    look = sides.look
    canvas = as_canvas(image, look.canvas, outlines_extent(*outlines), order=order)

    def overlap() -> FloatArray:
        found: FloatArray = pairwise_rotated_iou(predictions, truth, unit=unit, direction=direction)
        return found

    return sides.draw(
        canvas,
        outline_marks(outlines[0], look.truth),
        outline_marks(outlines[1], look.prediction, dashed=look.dashed),
        overlap,
    )


def _outlines(boxes: Any, rotation: Rotation, name: str) -> list[FloatArray]:
    rows = rotation.in_radians(as_rotated_rows(boxes, ROTATED, name))
    return list(formulas.rotated_corners(np, rows))

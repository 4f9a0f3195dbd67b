"""Masks on a picture: filled lightly, with their edge drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.drawing.marking.sides import Sides
from truebox.drawing.painting.marks import Mark
from truebox.drawing.pictures.picture import ColourOrder, PictureLike, as_canvas
from truebox.errors import ArgumentError
from truebox.masks import Masks, as_masks, mask_to_box
from truebox.overlap import pairwise_mask_iou

if TYPE_CHECKING:
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme

__all__ = ["draw_masks", "mask_mark"]


@refuses_other_kinds
def draw_masks(
    image: PictureLike = None,
    truth: Any = (),
    predictions: Any = (),
    *,
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
    """Draw masks on a copy of a picture or on a blank canvas of their size.

    Parameters
    ----------
    truth, predictions : Masks, arrays [N, H, W], or COCO run lengths
        All of one size. An empty mask draws nothing.
    image, truth_labels, prediction_labels, scores, show_iou, shade, theme, line_width, text_size, order
        As in `draw_boxes`; None is a canvas of the masks' size.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    InputError
        ``E-160`` to ``E-169``: masks that cannot be read; ``E-560``: no picture.
    ArgumentError, MissingExtraError
        As in `draw_boxes`; also for masks of another size than the picture.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.drawing import draw_masks
    >>> disc = np.hypot(*np.mgrid[-30:30, -40:40]) < 25
    >>> draw_masks(None, [disc], [np.roll(disc, 6, axis=1)]).size
    (80, 60)
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
    held = _masks(truth, "truth"), _masks(predictions, "predictions")
    look = sides.look
    size = _common_size(held)
    canvas = as_canvas(size if image is None else image, look.canvas, order=order)
    if size is not None and canvas.size != size:
        raise ArgumentError(
            f"masks are {size[0]} x {size[1]} (width x height), the picture is {canvas.size[0]} x "
            f"{canvas.size[1]}; resize one to the other"
        )
    return sides.draw(
        canvas,
        [mask_mark(mask, look.truth) for mask in held[0]],
        [mask_mark(mask, look.prediction) for mask in held[1]],
        lambda: pairwise_mask_iou(held[1], held[0]),
    )


def mask_mark(mask: Masks, colour: tuple[int, int, int]) -> Mark:
    """The mark of a mask, given as `Masks` of length 1."""
    x, y, width, height = np.asarray(mask_to_box(mask), dtype=np.float64)[0].tolist()
    anchor = np.array([x, y, x + width, y + height])
    return Mark(colour=colour, anchor=anchor, mask=mask)


def _masks(values: Any, name: str) -> Masks:
    if isinstance(values, (list, tuple)) and len(values) and isinstance(values[0], np.ndarray):
        values = np.stack(values)
    return as_masks(values, name)


def _common_size(held: Sequence[Masks]) -> tuple[int, int] | None:
    sizes = {(int(width), int(height)) for masks in held for height, width in masks.sizes}
    if len(sizes) > 1:
        raise ArgumentError(f"masks have {len(sizes)} sizes; expected one, that of the picture")
    return next(iter(sizes), None)

"""The parts behind one IoU: shared area, union, and the area of either box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import formulas
from truebox.boxes import Box, BoxFormat, box_area, convert_boxes
from truebox.boxes.box_array import as_box_array, as_float_boxes
from truebox.boxes.box_format import as_box_format
from truebox.boxes.pixels import pixel_extent
from truebox.overlap.single import iou
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = ["PairOverlap", "pair_overlap"]


@dataclass(frozen=True, slots=True)
class PairOverlap:
    """How two boxes overlap.

    Parameters
    ----------
    iou : float
        `intersection` divided by `union`, as `truebox.iou` gives it.
    intersection : float
        Area both boxes cover.
    union : float
        Area at least one of them covers.
    area_a, area_b : float
        Area of either box.

    Examples
    --------
    >>> pair_overlap((0, 0, 4, 4), (2, 2, 6, 6)).union
    28.0
    """

    iou: float
    intersection: float
    union: float
    area_a: float
    area_b: float


def pair_overlap(
    box_a: Box | Sequence[float] | Any,
    box_b: Box | Sequence[float] | Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> PairOverlap:
    """IoU of two boxes together with the areas it is made of.

    Parameters
    ----------
    box_a, box_b, box_format, pixels
        As in `truebox.iou`. Areas of ``rel_`` boxes are fractions of the image.

    Returns
    -------
    PairOverlap

    Raises
    ------
    ArgumentError, InputError
        As in `truebox.iou`.

    Examples
    --------
    >>> pair_overlap((39, 63, 203, 112), (54, 66, 198, 114), pixels="inclusive")
    PairOverlap(iou=0.7980093676814989, intersection=6815.0, union=8540.0, area_a=8250.0, area_b=7105.0)
    """
    value = iou(box_a, box_b, box_format=box_format, pixels=pixels)
    layout = as_box_format(box_format)
    a, b = (
        as_float_boxes(as_box_array(box, layout, name)).astype(np.float64, copy=False).reshape(4)
        for box, name in ((box_a, "box_a"), (box_b, "box_b"))
    )
    corner_format = BoxFormat.REL_XYXY if layout.is_relative else BoxFormat.XYXY
    corners_a, corners_b = (convert_boxes(box, layout, corner_format) for box in (a, b))
    # For sizes the area covers whole pixels already, and so does the part two boxes share.
    shared = float(formulas.intersection(np, corners_a, corners_b, pixel_extent(pixels, layout)))
    area_a, area_b = (float(box_area(box, box_format=layout, pixels=pixels)) for box in (a, b))
    return PairOverlap(value, shared, area_a + area_b - shared, area_a, area_b)

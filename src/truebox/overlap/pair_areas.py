"""The parts behind one IoU: shared area, union, and the area of either box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import boxes, formulas
from truebox._frozen import dataclass
from truebox._lazily import deferred
from truebox._native import overlap as native

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from truebox.boxes import Box, BoxFormatLike
    from truebox.overlap import single
    from truebox.typing import Pixels
else:  # two lists of corners need none of them, nor NumPy (60 ms)
    np = deferred("numpy")
    single = deferred("truebox.overlap.single")

__all__ = ["PairOverlap", "pair_overlap"]

_LEAST, _MOST = 1e-100, 1e100  # their products are ordinary numbers
_iou = native.kernel("single_iou")


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
    plain = _of_corners(box_a, box_b, box_format, pixels)
    if plain is not None:
        return plain
    from truebox.boxes.box_array import as_box_array, as_float_boxes  # noqa: PLC0415  imported late: with NumPy (60 ms)
    from truebox.boxes.box_format import as_box_format  # noqa: PLC0415  imported late: with NumPy (60 ms)
    from truebox.boxes.pixels import pixel_extent  # noqa: PLC0415  imported late: with NumPy (60 ms)

    value = single.iou(box_a, box_b, box_format=box_format, pixels=pixels)
    layout = as_box_format(box_format)
    a, b = (
        as_float_boxes(as_box_array(box, layout, name)).astype(np.float64, copy=False).reshape(4)
        for box, name in ((box_a, "box_a"), (box_b, "box_b"))
    )
    corner_format = boxes.BoxFormat.REL_XYXY if layout.is_relative else boxes.BoxFormat.XYXY
    corners_a, corners_b = (boxes.convert_boxes(box, layout, corner_format) for box in (a, b))
    # For sizes the area covers whole pixels already, and so does the part two boxes share.
    extent = pixel_extent(pixels, layout)
    shared = float(formulas.intersection(np, corners_a, corners_b, extent))
    area_a, area_b = (float(boxes.box_area(box, box_format=layout, pixels=pixels)) for box in (a, b))
    return PairOverlap(value, shared, area_a + area_b - shared, area_a, area_b)


def _of_corners(a: Any, b: Any, layout: Any, pixels: Any) -> PairOverlap | None:
    """The same of two lists of four plain numbers, in the same steps; None where anything is not plain."""
    if not (type(a) is type(b) is list and type(layout) is type(pixels) is str and layout == "xyxy"):
        return None
    if not all(type(each) is float and (_LEAST < abs(each) < _MOST or str(each) == "0.0") for each in a + b):
        return None
    value = _iou(a, b, layout, pixels, None)
    if value is None:
        return None
    extent = 1 if pixels == "inclusive" else 0
    width = min(a[2], b[2]) - max(a[0], b[0]) + extent
    height = min(a[3], b[3]) - max(a[1], b[1]) + extent
    shared = max(width, 0.0) * max(height, 0.0)
    area_a, area_b = ((box[2] - box[0] + extent) * (box[3] - box[1] + extent) for box in (a, b))
    return PairOverlap(value, shared, area_a + area_b - shared, area_a, area_b)

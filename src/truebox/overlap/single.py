"""Measures of two single boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox import overlap
from truebox._native import overlap as native
from truebox.arrays import library_of
from truebox.boxes import Box, BoxFormat, validate_boxes
from truebox.boxes.box_array import as_box_array, as_float_boxes
from truebox.boxes.box_format import as_box_format
from truebox.boxes.image_size import as_image_size
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = ["ciou", "diou", "eiou", "giou", "ioa", "ios", "iou", "mpdiou", "nwd", "siou"]

OneBox: TypeAlias = Box | Sequence[float] | Any


def _single(name: str, *, kernel: bool = True) -> Callable[..., float]:
    """The measure of two boxes in any form: the native function, which passes on what it does not take."""
    answered: Callable[..., float | None] = native.kernel(f"single_{name}") if kernel else _unanswered

    def of_anything(
        box_a: Any,
        box_b: Any,
        box_format: BoxFormatLike,
        pixels: str,
        image_size: Sequence[float] | None = None,
        **parameters: Any,
    ) -> float:
        if type(box_a) is np.ndarray and type(box_b) is np.ndarray:
            value = answered(box_a.tolist(), box_b.tolist(), box_format, pixels, image_size)
            if value is not None:
                return value
        layout = as_box_format(box_format)
        pixel_extent(pixels, layout)
        a, b = _four_numbers(box_a, layout, "box_a"), _four_numbers(box_b, layout, "box_b")
        value = answered(a, b, box_format, pixels, image_size)
        if value is not None:
            return value
        validate_boxes(a, box_format=box_format, name="box_a")
        validate_boxes(b, box_format=box_format, name="box_b")
        if image_size is not None:
            parameters["image_size"] = image_size
        rows = getattr(overlap, f"elementwise_{name}")(
            [a], [b], box_format=box_format, pixels=pixels, **parameters
        )
        return float(rows[0])

    return native.kernel(f"single_{name}", of_anything) if kernel else of_anything


def _unanswered(*_arguments: Any) -> float | None:
    return None


def _four_numbers(box: Any, layout: BoxFormat, name: str) -> list[float]:
    array = as_box_array(library_of(box).to_numpy(box), layout, name)
    if array.shape == (1, 4):
        array = array[0]
    if array.shape != (4,):
        raise ArgumentError(
            f"{name} has shape {array.shape}; expected four numbers ({', '.join(layout.names)}). "
            "For many boxes call the pairwise or elementwise function of truebox.overlap"
        )
    numbers: list[float] = as_float_boxes(array).tolist()
    return numbers


_iou = _single("iou")
_ioa = _single("ioa")
_ios = _single("ios")
_giou = _single("giou")
_diou = _single("diou")
_ciou = _single("ciou")
_eiou = _single("eiou")
_siou = _single("siou", kernel=False)
_mpdiou = _single("mpdiou", kernel=False)
_nwd = _single("nwd", kernel=False)


def iou(
    box_a: OneBox, box_b: OneBox, *, box_format: BoxFormatLike = "xyxy", pixels: Pixels = "continuous"
) -> float:
    """Intersection over union of two boxes: 1 for the same box, 0 for boxes that share no area.

    Computed in float64 whatever the input.

    Parameters
    ----------
    box_a, box_b : Box or four numbers
        Lists, tuples, one-dimensional arrays of any library; `Box` objects only with ``box_format="xyxy"``.
    box_format : BoxFormat or str
        What the four numbers mean. A ``rel_`` format needs no image size: IoU does not depend on it.
    pixels : "continuous" or "inclusive"
        ``"continuous"``: corners are positions, a box from 2 to 5 is 3 wide. ``"inclusive"``: corners are
        indices of pixels that belong to the box, from 2 to 5 is 4 wide (Pascal VOC, many tutorials). Sizes
        count pixels either way.

    Returns
    -------
    float
        In [0, 1]. A box without area has 0 with everything.

    Raises
    ------
    ArgumentError
        For something that is not four numbers, or an unknown option.
    InputError
        For a coordinate that is not finite, or a box with a negative extent.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.iou((39, 63, 203, 112), (54, 66, 198, 114), pixels="inclusive")
    0.7980093676814989
    >>> tb.iou((50, 50, 100, 100), (100, 100, 100, 100), box_format="xywh")
    0.14285714285714285
    """
    return _iou(box_a, box_b, box_format, pixels)


def ioa(
    box_a: OneBox, box_b: OneBox, *, box_format: BoxFormatLike = "xyxy", pixels: Pixels = "continuous"
) -> float:
    """Share of the first box that the second covers, in [0, 1]; 0 for a box without area.

    Boxes, options and errors as in `truebox.iou`; see `truebox.formulas.ioa`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.ioa((0, 0, 4, 4), (2, 2, 6, 6))
    0.25
    """
    return _ioa(box_a, box_b, box_format, pixels)


def ios(
    box_a: OneBox, box_b: OneBox, *, box_format: BoxFormatLike = "xyxy", pixels: Pixels = "continuous"
) -> float:
    """Share of the smaller box that the other covers, in [0, 1]; 1 for a box inside another.

    Boxes, options and errors as in `truebox.iou`; see `truebox.formulas.ios`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.ios((0, 0, 4, 4), (2, 2, 6, 6))
    0.25
    """
    return _ios(box_a, box_b, box_format, pixels)


def giou(
    box_a: OneBox, box_b: OneBox, *, box_format: BoxFormatLike = "xyxy", pixels: Pixels = "continuous"
) -> float:
    """Generalised IoU of two boxes, in [-1, 1]: below 0 the farther they are apart.

    Boxes, options and errors as in `truebox.iou`; see `truebox.formulas.giou`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.giou((0, 0, 4, 4), (2, 2, 6, 6))
    -0.07936507936507936
    """
    return _giou(box_a, box_b, box_format, pixels)


def diou(
    box_a: OneBox,
    box_b: OneBox,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
) -> float:
    """Distance-IoU of two boxes, in (-1, 1]: less the distance of their centers.

    Boxes, options and errors as in `truebox.iou`; `image_size` is needed with the ``rel_`` formats.
    The formula: `truebox.formulas.diou`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.diou((0, 0, 4, 4), (2, 2, 6, 6))
    0.031746031746031744
    """
    return _diou(box_a, box_b, box_format, pixels, image_size)


def ciou(
    box_a: OneBox,
    box_b: OneBox,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
) -> float:
    """Complete-IoU of two boxes, in (-2, 1]: DIoU less the difference of their aspect ratios.

    Boxes, options and errors as in `truebox.iou`; `image_size` is needed with the ``rel_`` formats.
    The formula: `truebox.formulas.ciou`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.ciou((0, 0, 4, 4), (2, 2, 6, 6))
    0.031746031746031744
    """
    return _ciou(box_a, box_b, box_format, pixels, image_size)


def eiou(
    box_a: OneBox,
    box_b: OneBox,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
) -> float:
    """Efficient-IoU of two boxes, in (-3, 1]: DIoU less the differences of their sides.

    Boxes, options and errors as in `truebox.iou`; `image_size` is needed with the ``rel_`` formats.
    The formula: `truebox.formulas.eiou`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.eiou((0, 0, 4, 4), (2, 2, 6, 6))
    0.031746031746031744
    """
    return _eiou(box_a, box_b, box_format, pixels, image_size)


def siou(
    box_a: OneBox,
    box_b: OneBox,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
) -> float:
    """SIoU of two boxes, in (-2, 1]: less distance by its angle, and shape.

    Boxes, options and errors as in `truebox.iou`; `image_size` is needed with the ``rel_`` formats.
    The formula: `truebox.formulas.siou`.

    Examples
    --------
    >>> import truebox as tb
    >>> round(tb.siou((0, 0, 4, 4), (2, 2, 6, 6)), 8)
    0.03769646
    """
    return _siou(box_a, box_b, box_format, pixels, image_size)


def mpdiou(
    box_a: OneBox,
    box_b: OneBox,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float],
) -> float:
    """Minimum-point-distance IoU of two boxes, in (-2, 1] for boxes inside the image.

    Boxes, options and errors as in `truebox.iou`; `image_size` is needed with every format.
    The formula: `truebox.formulas.mpdiou`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.mpdiou((0, 0, 4, 4), (2, 2, 6, 6), image_size=(640, 480))
    0.14283214285714285
    """
    return _mpdiou(box_a, box_b, box_format, pixels, as_image_size(image_size))


def nwd(
    box_a: OneBox,
    box_b: OneBox,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    constant: float = 12.8,
) -> float:
    """Normalised Wasserstein distance of two boxes, in [0, 1]; `constant` is a length like the objects'.

    Boxes, options and errors as in `truebox.iou`; `image_size` is needed with the ``rel_`` formats.
    The formula: `truebox.formulas.nwd`.

    Examples
    --------
    >>> import truebox as tb
    >>> round(tb.nwd((0, 0, 4, 4), (2, 2, 6, 6)), 8)
    0.80174004
    """
    return _nwd(box_a, box_b, box_format, pixels, image_size, constant=constant)

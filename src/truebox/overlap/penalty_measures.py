"""IoU with penalties: what keeps telling boxes apart when they share nothing, and how they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy import ndarray

from truebox import formulas
from truebox._typed import pair_measure
from truebox.overlap.measure import BoxMeasure
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = [
    "CIOU",
    "DIOU",
    "EIOU",
    "GIOU",
    "SIOU",
    "elementwise_ciou",
    "elementwise_diou",
    "elementwise_eiou",
    "elementwise_giou",
    "elementwise_siou",
    "pairwise_ciou",
    "pairwise_diou",
    "pairwise_eiou",
    "pairwise_giou",
    "pairwise_siou",
]

GIOU = BoxMeasure(formula=formulas.giou, kernel="giou", in_pixels=False)
DIOU = BoxMeasure(formula=formulas.diou, kernel="diou")
CIOU = BoxMeasure(formula=formulas.ciou, kernel="ciou")
EIOU = BoxMeasure(formula=formulas.eiou, kernel="eiou")
SIOU = BoxMeasure(formula=formulas.siou)


@pair_measure
def pairwise_giou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Generalised IoU of every box of `boxes_a` with every box of `boxes_b`: [N, M], in [-1, 1].

    IoU less the share of the enclosing box that neither covers (Rezatofighi et al., CVPR 2019);
    see `truebox.formulas.giou`.
    Boxes, options and errors as in `truebox.pairwise_iou`; the shape of the image changes nothing.

    Examples
    --------
    >>> from truebox.overlap import pairwise_giou
    >>> pairwise_giou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[-0.07936508,  0.        ,  1.        ]])
    """
    pairwise = GIOU.pairwise_of_arrays if type(boxes_a) is ndarray else GIOU.pairwise
    return pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_giou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Generalised IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; values as of `pairwise_giou`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_giou
    >>> elementwise_giou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([-0.07936508])
    """
    elementwise = GIOU.elementwise_of_arrays if type(boxes_a) is ndarray else GIOU.elementwise
    return elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def pairwise_diou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Distance-IoU of every box of `boxes_a` with every box of `boxes_b`: [N, M], in (-1, 1].

    IoU less the squared distance of the centers over the squared diagonal of the enclosing box (Zheng et al.,
    AAAI 2020); see `truebox.formulas.diou`.
    Boxes, options and errors as in `truebox.pairwise_iou`; `image_size` is needed with the ``rel_`` formats.

    Examples
    --------
    >>> from truebox.overlap import pairwise_diou
    >>> pairwise_diou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[ 0.03174603, -0.2       ,  1.        ]])
    """
    pairwise = DIOU.pairwise_of_arrays if type(boxes_a) is ndarray else DIOU.pairwise
    return pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_diou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Distance-IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; values as of `pairwise_diou`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_diou
    >>> elementwise_diou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.03174603])
    """
    elementwise = DIOU.elementwise_of_arrays if type(boxes_a) is ndarray else DIOU.elementwise
    return elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def pairwise_ciou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Complete-IoU of every box of `boxes_a` with every box of `boxes_b`: [N, M], in (-2, 1].

    DIoU less the weighted difference of the aspect ratios (Zheng et al., AAAI 2020); see
    `truebox.formulas.ciou`.
    Boxes, options and errors as in `truebox.pairwise_iou`; `image_size` is needed with the ``rel_`` formats.

    Examples
    --------
    >>> from truebox.overlap import pairwise_ciou
    >>> pairwise_ciou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[ 0.03174603, -0.2       ,  1.        ]])
    """
    pairwise = CIOU.pairwise_of_arrays if type(boxes_a) is ndarray else CIOU.pairwise
    return pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_ciou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Complete-IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; values as of `pairwise_ciou`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_ciou
    >>> elementwise_ciou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.03174603])
    """
    elementwise = CIOU.elementwise_of_arrays if type(boxes_a) is ndarray else CIOU.elementwise
    return elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def pairwise_eiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Efficient-IoU of every box of `boxes_a` with every box of `boxes_b`: [N, M], in (-3, 1].

    DIoU less the squared differences of widths and of heights over those of the enclosing box (Zhang et al.,
    2021); see `truebox.formulas.eiou`.
    Boxes, options and errors as in `truebox.pairwise_iou`; `image_size` is needed with the ``rel_`` formats.

    Examples
    --------
    >>> from truebox.overlap import pairwise_eiou
    >>> pairwise_eiou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[ 0.03174603, -0.2       ,  1.        ]])
    """
    pairwise = EIOU.pairwise_of_arrays if type(boxes_a) is ndarray else EIOU.pairwise
    return pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_eiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Efficient-IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; values as of `pairwise_eiou`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_eiou
    >>> elementwise_eiou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.03174603])
    """
    elementwise = EIOU.elementwise_of_arrays if type(boxes_a) is ndarray else EIOU.elementwise
    return elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def pairwise_siou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """SIoU of every box of `boxes_a` with every box of `boxes_b`: [N, M], in (-2, 1].

    IoU less half of what distance, weighed by its angle, and shape cost (Gevorgyan, 2022); see
    `truebox.formulas.siou`.
    Boxes, options and errors as in `truebox.pairwise_iou`; `image_size` is needed with the ``rel_`` formats.

    Examples
    --------
    >>> from truebox.overlap import pairwise_siou
    >>> pairwise_siou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[ 0.03769646, -0.19673467,  1.        ]])
    """
    return SIOU.pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)


@pair_measure
def elementwise_siou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """SIoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; values as of `pairwise_siou`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_siou
    >>> elementwise_siou([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.03769646])
    """
    return SIOU.elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads)

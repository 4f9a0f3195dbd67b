"""Measures with a length among their parameters: the size of the image, or of the objects."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

from truebox import formulas
from truebox._typed import pair_measure
from truebox.boxes.image_size import as_image_size
from truebox.errors import ArgumentError
from truebox.overlap.measure import BoxMeasure
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike

__all__ = [
    "MPDIOU",
    "NWD",
    "elementwise_mpdiou",
    "elementwise_nwd",
    "pairwise_mpdiou",
    "pairwise_nwd",
]

MPDIOU = BoxMeasure(formula=formulas.mpdiou, takes_size_always=True)
NWD = BoxMeasure(formula=formulas.nwd)


@pair_measure
def pairwise_mpdiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float],
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Minimum-point-distance IoU of every box of `boxes_a` with every box of `boxes_b`: [N, M].

    IoU less the squared distances of both pairs of corners over the squared diagonal of the image (Ma and Xu,
    2023); in (-2, 1] for boxes inside the image; see `truebox.formulas.mpdiou`.

    Parameters
    ----------
    image_size : (width, height)
        Needed with every format: its diagonal divides.
    boxes_a, boxes_b, box_format, pixels, out, threads
        As in `truebox.pairwise_iou`, and so are errors.

    Examples
    --------
    >>> from truebox.overlap import pairwise_mpdiou
    >>> pairwise_mpdiou([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]], image_size=(640, 480))
    array([[ 1.42832143e-01, -5.00000000e-05,  1.00000000e+00]])
    """
    lengths = _sides(image_size)
    return MPDIOU.pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads, lengths)


@pair_measure
def elementwise_mpdiou(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float],
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Minimum-point-distance IoU of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; `image_size` and values as of
    `pairwise_mpdiou`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_mpdiou
    >>> elementwise_mpdiou([[0, 0, 4, 4]], [[2, 2, 6, 6]], image_size=(640, 480))
    array([0.14283214])
    """
    lengths = _sides(image_size)
    return MPDIOU.elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads, lengths)


@pair_measure
def pairwise_nwd(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    constant: float = 12.8,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Normalised Wasserstein distance of every box of `boxes_a` with every box of `boxes_b`: [N, M].

    Likeness of two boxes taken as Gaussians, made for tiny objects (Wang et al., 2021): in [0, 1], and 1 for
    equal boxes even without area; see `truebox.formulas.nwd`.

    Parameters
    ----------
    image_size : (width, height), optional
        Needed with the ``rel_`` formats.
    constant : float
        A length of the order of the objects' sizes, in the unit of the boxes (pixels for ``rel_``).
    boxes_a, boxes_b, box_format, pixels, out, threads
        As in `truebox.pairwise_iou`, and so are errors.

    Examples
    --------
    >>> from truebox.overlap import pairwise_nwd
    >>> pairwise_nwd([[0, 0, 4, 4]], [[2, 2, 6, 6], [4, 0, 8, 4], [0, 0, 4, 4]])
    array([[0.80174004, 0.73161563, 1.        ]])
    """
    lengths = _length(constant)
    return NWD.pairwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads, lengths)


@pair_measure
def elementwise_nwd(
    boxes_a: Any,
    boxes_b: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    image_size: Sequence[float] | None = None,
    constant: float = 12.8,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """Normalised Wasserstein distance of each box of `boxes_a` with the box of `boxes_b` in the same row.

    Boxes, options and errors as in `truebox.elementwise_iou`; `constant` and values as of `pairwise_nwd`.

    Examples
    --------
    >>> from truebox.overlap import elementwise_nwd
    >>> elementwise_nwd([[0, 0, 4, 4]], [[2, 2, 6, 6]])
    array([0.80174004])
    """
    lengths = _length(constant)
    return NWD.elementwise(boxes_a, boxes_b, box_format, pixels, image_size, out, threads, lengths)


def _sides(image_size: Sequence[float]) -> dict[str, float]:
    width, height = as_image_size(image_size)
    return {"image_width": width, "image_height": height}


def _length(constant: object) -> dict[str, float]:
    if not isinstance(constant, Real) or not float(constant) > 0:
        raise ArgumentError(
            f"constant is {constant!r}; expected a length above 0, such as the mean size of the objects"
        )
    return {"constant": float(constant)}

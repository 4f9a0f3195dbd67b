"""What all measures of boxes have in common: one formula, and a native kernel for NumPy arrays as they come.

All that the kernel does not take is answered by `truebox.overlap.ways.in_order`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox._lazily import deferred
from truebox._native import overlap as native

if TYPE_CHECKING:
    from truebox.overlap.ways import in_order
    from truebox.overlap.ways.question import Formula, Kernel
else:

    def _load() -> Any:
        from truebox.overlap.ways import in_order  # noqa: PLC0415  NumPy arrays alone do without (8 ms)

        return in_order

    in_order = deferred("truebox.overlap.ways.in_order", _load)

__all__ = ["BoxMeasure"]


class BoxMeasure:
    """A measure of axis-aligned boxes, by any way that takes them.

    Parameters
    ----------
    formula : callable
    kernel : str, optional
        What the native kernel is called, where there is one.
    in_pixels : bool
        Whether the measure sees the shape of the image, so that fractions of it must become pixels.
    of_areas : bool
        Whether the measure is of areas alone, wherever the boxes lie.
    takes_size_always : bool
        Whether an image size goes with absolute coordinates too.

    Attributes
    ----------
    pairwise_of_arrays, elementwise_of_arrays : callable
        For NumPy arrays: the native function itself, which passes on to `pairwise`, or `elementwise`, what it
        does not take.
    pairwise_kernel, elementwise_kernel : callable or None
        The native function alone.

    Examples
    --------
    >>> from truebox import formulas
    >>> shared = BoxMeasure(formula=formulas.intersection)
    >>> shared.elementwise([[0, 0, 4, 4]], [[2, 2, 6, 6]], "xyxy", "continuous", None, None, None)
    array([4.])
    """

    __slots__ = (
        *("formula", "in_pixels", "kernel", "of_areas", "takes_size_always"),
        *("elementwise_kernel", "elementwise_of_arrays", "pairwise_kernel", "pairwise_of_arrays"),
    )

    def __init__(
        self,
        *,
        formula: Formula,
        kernel: str | None = None,
        in_pixels: bool = True,
        of_areas: bool = False,
        takes_size_always: bool = False,
    ) -> None:
        self.formula, self.kernel = formula, kernel
        self.in_pixels, self.of_areas, self.takes_size_always = in_pixels, of_areas, takes_size_always
        self.pairwise_kernel: Kernel | None = None
        self.elementwise_kernel: Kernel | None = None
        self.pairwise_of_arrays: Kernel = self.pairwise
        self.elementwise_of_arrays: Kernel = self.elementwise
        if kernel is not None:
            pairwise, elementwise = f"pairwise_{kernel}", f"elementwise_{kernel}"
            self.pairwise_kernel, self.elementwise_kernel = (
                native.kernel(pairwise),
                native.kernel(elementwise),
            )
            self.pairwise_of_arrays = native.kernel(pairwise, self.pairwise)
            self.elementwise_of_arrays = native.kernel(elementwise, self.elementwise)

    def pairwise(  # noqa: PLR0917  in the order of the native function, which calls it
        self,
        boxes_a: Any,
        boxes_b: Any,
        box_format: str,
        pixels: str,
        image_size: Sequence[float] | None,
        out: Any,
        threads: int | None,
        lengths: Mapping[str, float] | None = None,
    ) -> Any:
        """[N, M] of anything; options as in `truebox.pairwise_iou`, and `lengths` for the formula."""
        return in_order.answered_in_order(
            self, True, boxes_a, boxes_b, box_format, pixels, image_size, out, threads, lengths
        )

    def elementwise(  # noqa: PLR0917  in the order of the native function, which calls it
        self,
        boxes_a: Any,
        boxes_b: Any,
        box_format: str,
        pixels: str,
        image_size: Sequence[float] | None,
        out: Any,
        threads: int | None,
        lengths: Mapping[str, float] | None = None,
    ) -> Any:
        """[N] of anything, as `pairwise`."""
        return in_order.answered_in_order(
            self, False, boxes_a, boxes_b, box_format, pixels, image_size, out, threads, lengths
        )

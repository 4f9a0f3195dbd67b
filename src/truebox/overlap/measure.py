"""What all measures of boxes have in common: one formula, and the ways to its answer in their order.

A call is answered by the first way that takes it:

1. the native kernel, on NumPy arrays and on other libraries' plain memory as they come;
2. the native kernel, on NumPy arrays made as it needs them;
3. the formula in steps, on NumPy arrays and on plain memory;
4. one Triton kernel, on a CUDA device;
5. the formula, in the library of the boxes: traced, differentiated, or on a device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from truebox._native import overlap as native
from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError
from truebox.overlap.pairs.box_pairs import PairOptions, measured_pairs
from truebox.overlap.ways.batches import by_batches
from truebox.overlap.ways.cuda import on_cuda, plain_on_cuda
from truebox.overlap.ways.kernel import by_kernel
from truebox.overlap.ways.question import Formula, Kernel, OverlapQuestion, check_image_size, checked
from truebox.overlap.ways.stepwise import in_steps
from truebox.overlap.ways.views import on_views, through_views

__all__ = ["BoxMeasure"]


def by_formula(question: OverlapQuestion) -> Any:
    """The formula over all pairs at once, in the library of the boxes."""
    return measured_pairs(
        question.boxes_a, question.boxes_b, question.how, question.formula, question.lengths
    )


_WAYS: tuple[Callable[[OverlapQuestion], Any], ...] = (by_kernel, on_views, in_steps, on_cuda, by_formula)


@dataclass(slots=True, kw_only=True, eq=False)
class BoxMeasure:
    """A measure of axis-aligned boxes, by any way that takes them.

    Examples
    --------
    >>> from truebox import formulas
    >>> shared = BoxMeasure(formula=formulas.intersection)
    >>> shared.elementwise([[0, 0, 4, 4]], [[2, 2, 6, 6]], "xyxy", "continuous", None, None, None)
    array([4.])
    """

    formula: Formula
    kernel: str | None = None
    """What the native kernel is called, where there is one."""

    in_pixels: bool = True
    """Whether the measure sees the shape of the image, so that fractions of it must become pixels."""

    takes_size_always: bool = False
    """Whether an image size goes with absolute coordinates too."""

    pairwise_of_arrays: Kernel = field(init=False)
    """For NumPy arrays: the native function itself, which passes on to `pairwise` what it does not take."""

    elementwise_of_arrays: Kernel = field(init=False)

    _pairwise_kernel: Kernel | None = field(init=False, default=None)
    _elementwise_kernel: Kernel | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if self.kernel is None:
            self.pairwise_of_arrays, self.elementwise_of_arrays = self.pairwise, self.elementwise
            return
        pairwise, elementwise = f"pairwise_{self.kernel}", f"elementwise_{self.kernel}"
        self.pairwise_of_arrays = native.kernel(pairwise, self.pairwise)
        self.elementwise_of_arrays = native.kernel(elementwise, self.elementwise)
        self._pairwise_kernel, self._elementwise_kernel = native.kernel(pairwise), native.kernel(elementwise)

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
        kernel = self._pairwise_kernel
        if kernel is not None and image_size is None and out is None:
            answer = through_views(kernel, boxes_a, boxes_b, box_format, pixels, threads=threads)
            if answer is None and threads is None and not lengths:
                answer = plain_on_cuda(self.formula, boxes_a, boxes_b, box_format, pixels)
            if answer is not None:
                return answer
        how = self._how(box_format, pixels, image_size, pairwise=True)
        return self._answer(kernel, boxes_a, boxes_b, how, lengths, out, threads)

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
        kernel = self._elementwise_kernel
        if kernel is not None and image_size is None and out is None:
            answer = through_views(kernel, boxes_a, boxes_b, box_format, pixels, threads=threads)
            if answer is not None:
                return answer
        how = self._how(box_format, pixels, image_size, pairwise=False)
        return self._answer(kernel, boxes_a, boxes_b, how, lengths, out, threads)

    def _how(
        self, box_format: str, pixels: str, image_size: Sequence[float] | None, *, pairwise: bool
    ) -> PairOptions:
        layout = as_box_format(box_format)
        if not self.takes_size_always:
            check_image_size(image_size, layout)
        return PairOptions(
            layout=layout, pixels=pixels, image_size=image_size, pairwise=pairwise, in_pixels=self.in_pixels
        )

    def _answer(  # noqa: PLR0917  both callers have these by name
        self,
        kernel: Kernel | None,
        boxes_a: Any,
        boxes_b: Any,
        how: PairOptions,
        lengths: Mapping[str, float] | None,
        out: Any,
        threads: int | None,
    ) -> Any:
        def of_rows(rows_a: Any, rows_b: Any) -> Any:
            return self._answer(kernel, rows_a, rows_b, how, lengths, None, threads)

        def by_pairs(some_a: Any, some_b: Any) -> Any:
            return measured_pairs(some_a, some_b, how, self.formula, lengths or {})

        many = by_batches(boxes_a, boxes_b, of_rows, by_pairs, numbers=4, pairwise=how.pairwise)
        if many is not None:
            _refuse_out(out)
            return many
        question = checked(
            self.formula, kernel, boxes_a, boxes_b, how, lengths=lengths or {}, out=out, threads=threads
        )
        for way in _WAYS:
            answer = way(question)
            if answer is not None:
                return answer
        raise AssertionError("the formula takes all")


def _refuse_out(out: Any) -> None:
    if out is not None:
        raise ArgumentError("out goes with boxes [N, 4], not with batches of them. Leave it out")

"""The ways to the answer of a measure of boxes, in their order.

A call is answered by the first way that takes it:

1. the native kernel, on NumPy arrays and on other libraries' plain memory as they come;
2. the native kernel, on NumPy arrays made as it needs them;
3. the formula in steps, on NumPy arrays and on plain memory;
4. one Triton kernel, on a CUDA device;
5. the formula, in the library of the boxes: traced, differentiated, or on a device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError
from truebox.overlap.pairs.box_pairs import PairOptions, measured_pairs
from truebox.overlap.ways.batches import by_batches
from truebox.overlap.ways.cuda import on_cuda, plain_on_cuda
from truebox.overlap.ways.kernel import by_kernel
from truebox.overlap.ways.question import Formula, Kernel, OverlapQuestion, check_image_size, checked
from truebox.overlap.ways.stepwise import in_steps
from truebox.overlap.ways.views import on_views, through_views

__all__ = ["answered_in_order", "by_formula"]


class _Measure(Protocol):
    """What `BoxMeasure` has."""

    formula: Formula
    in_pixels: bool
    of_areas: bool
    takes_size_always: bool
    pairwise_kernel: Kernel | None
    elementwise_kernel: Kernel | None


def by_formula(question: OverlapQuestion) -> Any:
    """The formula over all pairs at once, in the library of the boxes."""
    return measured_pairs(
        question.boxes_a, question.boxes_b, question.how, question.formula, question.lengths
    )


_WAYS: tuple[Callable[[OverlapQuestion], Any], ...] = (by_kernel, on_views, in_steps, on_cuda, by_formula)


def answered_in_order(  # noqa: PLR0917  in the order of the native function
    measure: _Measure,
    pairwise: bool,
    boxes_a: Any,
    boxes_b: Any,
    box_format: str,
    pixels: str,
    image_size: Sequence[float] | None,
    out: Any,
    threads: int | None,
    lengths: Mapping[str, float] | None,
) -> Any:
    """[N, M] of anything, or [N] where not `pairwise`."""
    kernel = measure.pairwise_kernel if pairwise else measure.elementwise_kernel
    if kernel is not None and image_size is None and out is None:
        answer = through_views(kernel, boxes_a, boxes_b, box_format, pixels, threads=threads)
        if answer is None and pairwise and threads is None and not lengths:
            answer = plain_on_cuda(measure.formula, boxes_a, boxes_b, box_format, pixels)
        if answer is not None:
            return answer
    how = _how(measure, box_format, pixels, image_size, pairwise=pairwise)
    return _answer(measure, kernel, boxes_a, boxes_b, how, lengths, out, threads)


def _how(
    measure: _Measure, box_format: str, pixels: str, image_size: Sequence[float] | None, *, pairwise: bool
) -> PairOptions:
    layout = as_box_format(box_format)
    if not measure.takes_size_always:
        check_image_size(image_size, layout)
    return PairOptions(
        layout=layout,
        pixels=pixels,
        image_size=image_size,
        pairwise=pairwise,
        in_pixels=measure.in_pixels,
        of_areas=measure.of_areas,
    )


def _answer(  # noqa: PLR0917  both callers have these by name
    measure: _Measure,
    kernel: Kernel | None,
    boxes_a: Any,
    boxes_b: Any,
    how: PairOptions,
    lengths: Mapping[str, float] | None,
    out: Any,
    threads: int | None,
) -> Any:
    def of_rows(rows_a: Any, rows_b: Any) -> Any:
        return _answer(measure, kernel, rows_a, rows_b, how, lengths, None, threads)

    def by_pairs(some_a: Any, some_b: Any) -> Any:
        return measured_pairs(some_a, some_b, how, measure.formula, lengths or {})

    many = by_batches(boxes_a, boxes_b, of_rows, by_pairs, numbers=4, pairwise=how.pairwise)
    if many is not None:
        _refuse_out(out)
        return many
    question = checked(
        measure.formula, kernel, boxes_a, boxes_b, how, lengths=lengths or {}, out=out, threads=threads
    )
    for way in _WAYS:
        answer = way(question)
        if answer is not None:
            return answer
    raise AssertionError("the formula takes all")


def _refuse_out(out: Any) -> None:
    if out is not None:
        raise ArgumentError("out goes with boxes [N, 4], not with batches of them. Leave it out")

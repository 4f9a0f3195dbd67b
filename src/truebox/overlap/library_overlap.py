"""IoU and IoA of other libraries' arrays: by the native kernel on plain memory, else by formula."""

from __future__ import annotations

from typing import Any

from truebox.arrays import common_library, without_wrapper
from truebox.overlap.array_overlap import OverlapOptions, check_threads
from truebox.overlap.formula_overlap import (
    FormulaMeasure,
    FormulaOptions,
    elementwise_by_formula,
    pairwise_by_formula,
)
from truebox.overlap.library_views import Door, through_views

__all__ = ["elementwise_of_library", "pairwise_of_library"]


def pairwise_of_library(
    measure: FormulaMeasure, door: Door, boxes_a: Any, boxes_b: Any, options: OverlapOptions
) -> Any | None:
    """[N, M] as an array of the library the boxes are of; None where that is NumPy.

    Values are not validated, as that would stop a device: a box with a negative extent has overlap 0, NaN
    gives NaN.
    """
    library = common_library(boxes_a, boxes_b)
    if library.name == "numpy":
        return None
    answer = _by_kernel(door, boxes_a, boxes_b, options)
    if answer is None:
        answer = pairwise_by_formula(measure, boxes_a, boxes_b, _formula_options(options))
    return answer


def elementwise_of_library(
    measure: FormulaMeasure, door: Door, boxes_a: Any, boxes_b: Any, options: OverlapOptions
) -> Any | None:
    """[N] as an array of the library the boxes are of; None where that is NumPy."""
    library = common_library(boxes_a, boxes_b)
    if library.name == "numpy":
        return None
    answer = _by_kernel(door, boxes_a, boxes_b, options)
    if answer is None:
        answer = elementwise_by_formula(measure, boxes_a, boxes_b, _formula_options(options))
    return answer


def _by_kernel(door: Door, boxes_a: Any, boxes_b: Any, options: OverlapOptions) -> Any | None:
    """As `through_views`, for what it leaves: Keras variables, and a number of threads."""
    check_threads(options.threads)
    if options.out is not None or options.image_size is not None:
        return None

    def with_threads(a: Any, b: Any, box_format: str, pixels: str, out: Any, _: Any) -> Any:
        return door(a, b, box_format, pixels, out, options.threads)

    boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
    return through_views(with_threads, boxes_a, boxes_b, options.box_format, options.pixels)


def _formula_options(options: OverlapOptions) -> FormulaOptions:
    return FormulaOptions(
        box_format=options.box_format, pixels=options.pixels, image_size=options.image_size, out=options.out
    )

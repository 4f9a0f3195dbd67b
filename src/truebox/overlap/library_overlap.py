"""IoU and IoA of other libraries' arrays: by the native kernel on plain memory, else by formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy import ascontiguousarray

from truebox.arrays import common_library, library_of, without_wrapper
from truebox.overlap.array_overlap import OverlapOptions, check_threads
from truebox.overlap.formula_overlap import (
    FormulaMeasure,
    FormulaOptions,
    elementwise_by_formula,
    pairwise_by_formula,
)

__all__ = ["elementwise_of_library", "pairwise_of_library", "through_views"]

Door = Callable[[Any, Any, str, str, Any, Any], Any]


def through_views(door: Door, boxes_a: Any, boxes_b: Any, box_format: str, pixels: str) -> Any | None:
    """The answer of the native `door` to views of arrays of one library in ordinary memory.

    None for all else: arrays of NumPy and lists, values that are traced, differentiated or on a device, and
    whatever the door does not take. The careful way, which words the errors, then has its turn; this one is
    for small arrays, of which a question more takes as long as their overlaps.
    """
    library = library_of(boxes_a)
    if library.name == "numpy" or library_of(boxes_b) is not library:
        return None
    views = library.numpy_views(boxes_a, boxes_b)
    if views is None:
        return None
    a, b = views
    answer = door(a, b, box_format, pixels, None, None)
    if answer is None and not (a.flags.c_contiguous and b.flags.c_contiguous):
        answer = door(ascontiguousarray(a), ascontiguousarray(b), box_format, pixels, None, None)
    return None if answer is None else library.wrap_numpy(answer)


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

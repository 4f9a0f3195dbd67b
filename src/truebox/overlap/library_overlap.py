"""IoU and IoA of other libraries' arrays: by the native kernel on plain memory, else by formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from truebox.arrays import ArrayLibrary, common_library, without_wrapper
from truebox.overlap.array_overlap import OverlapOptions, check_threads
from truebox.overlap.formula_overlap import (
    FormulaMeasure,
    FormulaOptions,
    elementwise_by_formula,
    pairwise_by_formula,
)

__all__ = ["elementwise_of_library", "pairwise_of_library"]

Door = Callable[[Any, Any, str, str, Any, Any], Any]


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
    answer = _by_kernel(library, door, boxes_a, boxes_b, options)
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
    answer = _by_kernel(library, door, boxes_a, boxes_b, options)
    if answer is None:
        answer = elementwise_by_formula(measure, boxes_a, boxes_b, _formula_options(options))
    return answer


def _by_kernel(
    library: ArrayLibrary, door: Door, boxes_a: Any, boxes_b: Any, options: OverlapOptions
) -> Any | None:
    """By the native kernel on views, if it takes them: two-dimensional, of one dtype, each box in order."""
    check_threads(options.threads)
    boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
    if options.out is not None or options.image_size is not None:
        return None
    a, b = _view(library, boxes_a), _view(library, boxes_b)
    if a is None or b is None or a.dtype != b.dtype:
        return None
    answer = door(
        np.ascontiguousarray(a),
        np.ascontiguousarray(b),
        options.box_format,
        options.pixels,
        None,
        options.threads,
    )
    return None if answer is None else library.from_numpy(answer, boxes_a)


def _view(library: ArrayLibrary, boxes: Any) -> Any | None:
    # What the other side brings as a list or a NumPy array goes through the formula's own conversion.
    shape = getattr(boxes, "shape", None)
    if shape is None or isinstance(boxes, np.ndarray):
        return None
    return library.numpy_view(boxes)


def _formula_options(options: OverlapOptions) -> FormulaOptions:
    return FormulaOptions(
        box_format=options.box_format, pixels=options.pixels, image_size=options.image_size, out=options.out
    )

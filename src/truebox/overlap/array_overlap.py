"""Everything around the native array kernels that is not speed: conversion, dtypes, and what was wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from truebox.boxes.box_array import as_box_array, as_float_boxes
from truebox.boxes.box_format import BoxFormat, as_box_format
from truebox.boxes.pixels import pixel_extent
from truebox.boxes.validation import validate_boxes
from truebox.errors import ArgumentError
from truebox.overlap.image_size_rule import check_image_size
from truebox.overlap.number_rows import refuse_unequal_lengths
from truebox.overlap.output_array import check_output

if TYPE_CHECKING:
    from truebox.typing import AnyArray

    Door = Callable[[Any, Any, str, str, Any, Any], AnyArray | None]

__all__ = ["OverlapOptions", "check_threads", "elementwise_overlap", "pairwise_overlap"]


# What the bindings take: C-contiguous, aligned, and no subclass of ndarray.
_PLAIN: Final = ("C", "A", "E")


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlapOptions:
    """What every array measure takes beside the boxes; see `truebox.pairwise_iou`."""

    box_format: str
    pixels: str
    image_size: Sequence[float] | None
    out: Any
    threads: int | None


def pairwise_overlap(door: Door, boxes_a: Any, boxes_b: Any, options: OverlapOptions) -> AnyArray:
    """[N, M] by the native `door`, for input it does not take as it comes; errors are worded here."""
    a, b = _prepare(boxes_a, boxes_b, options)
    return _answer(door, a, b, (len(a), len(b)), options)


def elementwise_overlap(door: Door, boxes_a: Any, boxes_b: Any, options: OverlapOptions) -> AnyArray:
    """[N] by the native `door`, for input it does not take as it comes; errors are worded here."""
    a, b = _prepare(boxes_a, boxes_b, options)
    refuse_unequal_lengths(len(a), len(b), "boxes", "boxes")
    return _answer(door, a, b, (len(a),), options)


def _answer(
    door: Door, a: AnyArray, b: AnyArray, shape: tuple[int, ...], options: OverlapOptions
) -> AnyArray:
    out, box_format = options.out, options.box_format
    if out is not None:
        check_output(out, shape, a.dtype)
        # The kernel reads while it writes.
        a, b = (boxes.copy() if np.may_share_memory(boxes, out) else boxes for boxes in (a, b))
    threads = None if options.threads is None else int(options.threads)
    result = door(a, b, box_format, options.pixels, out, threads)
    if result is None:
        validate_boxes(a, box_format=box_format, name="boxes_a")
        validate_boxes(b, box_format=box_format, name="boxes_b")
        raise ArgumentError("boxes_a and boxes_b cannot be compared")
    return result


def _prepare(boxes_a: Any, boxes_b: Any, options: OverlapOptions) -> tuple[AnyArray, AnyArray]:
    """Both sides [N, 4] in one floating dtype, C-contiguous, after checking the options."""
    layout = as_box_format(options.box_format)
    pixel_extent(options.pixels, layout)
    check_image_size(options.image_size, layout)
    check_threads(options.threads)
    a = _rows(boxes_a, layout, "boxes_a")
    b = _rows(boxes_b, layout, "boxes_b")
    dtype = np.promote_types(a.dtype, b.dtype)
    return np.require(a, dtype, _PLAIN), np.require(b, dtype, _PLAIN)


def _rows(boxes: Any, layout: BoxFormat, name: str) -> AnyArray:
    array = as_box_array(boxes, layout, name)
    if array.ndim != 2:
        hint = "; for one box write [[...]]" if array.ndim == 1 else ""
        raise ArgumentError(f"{name} has shape {array.shape}; expected [N, 4]{hint}")
    return as_float_boxes(array)


def check_threads(threads: Any) -> None:
    """Refuse what is no number of threads.

    Raises
    ------
    ArgumentError
        Saying what it must be.
    """
    if threads is None:
        return
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or threads < 1:
        raise ArgumentError(
            f"threads is {threads!r}; expected None (chosen by size) or an integer of 1 or more"
        )

"""Suppression of boxes that lie on a CUDA device, without fetching them, where Triton is installed.

Only the number of rows and two flags leave the device. Whatever the kernels do not take (values that must
be refused in words, millions of overlapping pairs, chains of hundreds of boxes) is left to the processor.
"""

from __future__ import annotations

import math
import struct
from importlib import import_module
from typing import Any

import numpy as np

from truebox.arrays import computing_dtype, has_triton, library_of
from truebox.boxes import BoxFormat
from truebox.boxes.box_format import as_box_format
from truebox.boxes.layouts import to_corners
from truebox.boxes.pixels import pixel_extent
from truebox.suppression.arguments import as_fraction, as_most, as_score_limit

__all__ = ["kept_on_cuda"]

_FLOATS = frozenset({"float16", "bfloat16", "float32", "float64"})
# Boxes up to which the processor, to which they are fetched, is done before kernels have been started.
FEW_BOXES = 1500
_INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8"})


def kept_on_cuda(
    boxes: Any,
    scores: Any,
    labels: Any,
    *,
    by_distance: bool,
    threshold: float,
    name: str,
    score_threshold: float | None,
    max_detections: int | None,
    box_format: Any,
    pixels: str,
) -> Any | None:
    """Rows as of `truebox.nms` (`truebox.diou_nms` `by_distance`), on the device; None for what is not taken.

    `name` is what the caller calls `threshold`.

    Raises
    ------
    ArgumentError
        For a format, a threshold or a number of detections that is none.
    """
    library = library_of(boxes)
    if not _fit(library, boxes, scores, labels):
        return None
    layout = as_box_format(box_format)
    limit, lowest, most = (
        as_fraction(threshold, name),
        as_score_limit(score_threshold),
        as_most(max_detections),
    )
    corners = _corners(library, boxes, layout, pixel_extent(pixels, layout))
    scores = scores.detach().contiguous()
    kept = import_module("truebox.suppression.triton").kept_rows(
        corners,
        scores,
        None if labels is None else library.cast(labels.detach(), "int64").contiguous(),
        None if lowest == -math.inf else library.cast(scores, "float64") >= lowest,
        threshold_bits(limit, library.dtype_name(corners)),
        by_distance,
    )
    return None if kept is None else kept[:most]


def _fit(library: Any, boxes: Any, scores: Any, labels: Any) -> bool:
    """Whether all are tensors of one CUDA device, of shapes and dtypes that need no word of refusal."""
    if library.name != "torch":
        return False
    given = [boxes, scores] if labels is None else [boxes, scores, labels]
    if not library.ready_on_cuda(*(one.detach() if hasattr(one, "detach") else one for one in given)):
        return False
    if any(one.device != boxes.device for one in given) or boxes.ndim != 2 or boxes.shape[1] != 4:
        return False
    count = boxes.shape[0]
    if not FEW_BOXES < count < 2**31 or any(tuple(one.shape) != (count,) for one in given[1:]):
        return False
    if any(library.dtype_name(one) not in _FLOATS | _INTEGERS for one in given[:2]):
        return False
    return (labels is None or library.dtype_name(labels) in _INTEGERS) and has_triton()


def _corners(library: Any, boxes: Any, layout: BoxFormat, grows: int) -> Any:
    """Corners [N, 4], contiguous, in the dtype that the processor would compute them in."""
    dtype = library.dtype_name(boxes)
    rows = library.cast(boxes.detach(), computing_dtype(dtype) if dtype in _FLOATS else "float64")
    if layout.absolute is not BoxFormat.XYXY:
        rows = library.stack(to_corners(layout.absolute, *library.columns(rows)))
    if grows:
        x_min, y_min, x_max, y_max = library.columns(rows)
        rows = library.stack((x_min, y_min, x_max + grows, y_max + grows))
    return rows.contiguous()


def threshold_bits(threshold: float, dtype: str) -> int:
    """The bits of the float64 that a value of `dtype` exceeds exactly where it exceeds `threshold`.

    A float32 exceeds the threshold where it exceeds the greatest float32 that is not above it.

    Examples
    --------
    >>> struct.unpack("d", struct.pack("q", threshold_bits(0.7, "float32")))[0] <= 0.7
    True
    """
    if dtype == "float32":
        single = np.float32(threshold)
        if float(single) > threshold:
            single = np.nextafter(single, np.float32(-np.inf))
        threshold = float(single)
    return int(struct.unpack("q", struct.pack("d", threshold))[0])

"""What the functions of this room take, checked once: boxes, scores, labels, overlaps and limits."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox._native import suppression as native
from truebox._writing.nearest import did_you_mean
from truebox.boxes import BoxFormat, convert_boxes, validate_boxes
from truebox.boxes.box_array import as_box_array, as_float_boxes
from truebox.boxes.box_format import as_box_format
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.typing import AnyArray, FloatArray, Int64Array, Pixels

__all__ = [
    "as_box_rows",
    "as_choice",
    "as_fraction",
    "as_labels",
    "as_most",
    "as_overlap_matrix",
    "as_score_limit",
    "as_scores",
]

# Above this, single-precision areas may overflow; products of such boxes are computed in double precision.
_LARGEST_SINGLE = 1e15

NO_LIMIT = (1 << 63) - 1


def as_box_rows(
    boxes: Any,
    name: str = "boxes",
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    double: bool = False,
) -> AnyArray:
    """Corners [N, 4], contiguous, finite and ordered; float32 stays float32 unless `double`.

    Relative formats stay fractions of the image: they stretch all boxes alike, and no IoU changes.
    """
    layout = as_box_format(box_format)
    array = as_box_array(boxes, layout, name)
    if array.ndim == 1:
        array = array[None]  # four numbers are one box
    if array.ndim != 2:
        raise ArgumentError(f"{name} has shape {array.shape}; expected [N, 4], four numbers a box")
    rows = array.astype(np.float64, copy=False) if double else as_float_boxes(array)
    if rows.dtype == np.float32 and rows.size and _largest(rows) > _LARGEST_SINGLE:
        rows = rows.astype(np.float64)
    if layout.absolute is not BoxFormat.XYXY:
        with np.errstate(over="ignore"):  # what overflows is refused below
            rows = convert_boxes(rows, layout.absolute, BoxFormat.XYXY)
    corners = np.ascontiguousarray(rows)
    bad = native.first_bad_box(corners)
    if bad < len(corners):
        validate_boxes(array, box_format=layout, name=name)
        # Finite and ordered as given: only a sum of the conversion can have left the range of its type.
        raise ArgumentError(f"{name}[{bad}] has corners beyond the range of {corners.dtype}")
    grows = pixel_extent(pixels, layout)
    return corners + np.array([0, 0, grows, grows], corners.dtype) if grows else corners


def _largest(rows: AnyArray) -> float:
    return max(float(rows.max()), -float(rows.min()))


def _as_array(values: Any, name: str) -> AnyArray:
    if type(values) is not np.ndarray:
        refuse_masked(values, name)
    try:
        array = np.asarray(values)
    except ValueError:
        raise ArgumentError(f"{name} has rows of different lengths") from None
    if array.dtype.kind not in "fiub" and array.size:
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected real numbers")
    return array


def as_scores(scores: Any, count: int, name: str = "scores", *, negative: bool = True) -> FloatArray:
    """Scores [count] as float64, finite; without `negative`, none below 0."""
    array = np.ascontiguousarray(_as_array(scores, name), dtype=np.float64)
    if array.shape != (count,):
        raise ArgumentError(f"{name} has shape {array.shape}; expected ({count},), one per row")
    if not np.isfinite(array).all():
        row = int(np.argmin(np.isfinite(array)))
        raise ArgumentError(f"{name}[{row}] is {array[row]}; expected a finite number")
    if not negative and count and array.min() < 0:
        row = int(np.argmax(array < 0))
        raise ArgumentError(
            f"{name}[{row}] is {array[row]:g}; expected scores of at least 0, because factors lower them. "
            "Pass probabilities, not logits"
        )
    return array


def as_labels(labels: Any, count: int, name: str = "labels") -> Int64Array | None:
    """Labels [count] as int64, or None."""
    if labels is None:
        return None
    array = _as_array(labels, name)
    if array.shape != (count,):
        raise ArgumentError(f"{name} has shape {array.shape}; expected ({count},), one per row")
    if array.dtype.kind not in "iub" and array.size:
        raise ArgumentError(
            f"{name} has dtype {array.dtype}; expected integers, equal for boxes of one class"
        )
    return np.ascontiguousarray(array, dtype=np.int64)


def as_overlap_matrix(overlap: Any, name: str = "overlap") -> FloatArray:
    """A square matrix [N, N] of float64, contiguous, without NaN."""
    array = np.ascontiguousarray(_as_array(overlap, name), dtype=np.float64)
    if array.size == 0 and array.ndim <= 2:
        return np.empty((0, 0))
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise ArgumentError(
            f"{name} has shape {array.shape}; expected [N, N], the overlap of each row with each other"
        )
    low, high = float(array.min()), float(array.max())
    if not (low >= 0 and high <= 1 + 1e-9):
        row, column = (int(k) for k in np.argwhere(~((array >= 0) & (array <= 1 + 1e-9)))[0])
        raise ArgumentError(
            f"{name}[{row}, {column}] is {array[row, column]:g}; expected an overlap between 0 and 1"
        )
    return array


def as_fraction(value: float, name: str) -> float:
    """A number from 0 to 1."""
    if not 0 <= value <= 1:
        raise ArgumentError(f"{name} is {value!r}; expected a number from 0 to 1")
    return float(value)


def as_score_limit(value: float | None, name: str = "score_threshold") -> float:
    """The lowest score that stays; None keeps all."""
    if value is None:
        return -math.inf
    if math.isnan(value):
        raise ArgumentError(f"{name} is NaN; expected a number or None")
    return float(value)


def as_most(value: int | None, name: str = "max_detections") -> int:
    """How many rows may stay; None keeps all."""
    if value is None:
        return NO_LIMIT
    try:
        most = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{name} is {value!r}; expected a whole number or None") from None
    if most < 0:
        raise ArgumentError(f"{name} is {most}; expected at least 0, or None for no limit")
    return min(most, NO_LIMIT)


def as_choice(value: str, choices: Any, name: str) -> str:
    """`value` as a plain string, one of `choices`."""
    text = str(getattr(value, "value", value))
    if text not in choices:
        hint = did_you_mean(text, choices)
        raise ArgumentError(f"{name} is {value!r}; expected one of {', '.join(choices)}.{hint}".rstrip("."))
    return text

# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from collections.abc import Callable
from typing import Any

from truebox.typing import FloatArray, Int64Array

# "single_iou", "pairwise_iou", "elementwise_iou" and so on, by name; KeyError where a measure has no kernel.
# The function answers what it takes as it comes, and passes all else on to `otherwise`, or answers None:
#   single_*       (box_a, box_b, box_format, pixels[, image_size]) of lists or tuples of 4 numbers -> float
#   pairwise_*     (boxes_a, boxes_b, box_format, pixels, image_size, out, threads) of float32 or float64
#                  [N, 4], [M, 4], C-contiguous and of one type -> [N, M]
#   elementwise_*  the same of [N, 4], [N, 4] -> [N]
# It takes no box that is not finite or has a negative extent, no image size, and no `out` that does not fit.
# Of other rows, float64 and C-contiguous, each pairwise_* and elementwise_*, of fewer than 20,000 pairs:
#   rotated_iou, rotated_iou_3d  (boxes_a, boxes_b, unit, direction, threads) of [N, 5], of [N, 7]
#   rotated_ioa, rotated_giou, probiou, gwd, kld  the same of [N, 5]; with nothing behind it, of any number
#   iou_3d                       (boxes_a, boxes_b, None, None, threads) of corners [N, 6]
#   polygon_iou, convex_iou      (polygons_a, polygons_b, threads) of [N, K, 2]
#   temporal_iou                 (segments_a, segments_b) of [N, 2], of any number
# Of boxes alone, float32 or float64 and C-contiguous, [..., 4]:
#   convert_boxes (boxes, source, target, image_size), clip_boxes (boxes, image_size, box_format, pixels),
#   box_area (boxes, box_format, pixels, image_size),
#   remove_small (boxes, min_size, min_area, before, min_visibility, box_format, pixels)
# and [..., 5], moderate numbers only, of two axes or more:
#   rotated_to_corners and enclosing_boxes (boxes, unit, direction),
#   convert_rotated_boxes (boxes, unit, direction, to_unit, to_direction),
#   normalize_angles (boxes, unit, within),
#   clip_rotated_boxes (boxes, width, height, unit, upright_within in that unit), all three floats,
#   corners_to_rotated (corners [..., 4, 2] or [..., 8], unit, direction) -> float64 [..., 5]
def kernel(name: str, otherwise: Callable[..., Any] | None = None) -> Callable[..., Any]: ...

# Rotated boxes float64 [N, 5] or, upright in space, [N, 7]; out float64 [N, M] must hold zeros, where boxes
# overlap it is written; out [N] is written.
def pairwise_rotated(
    a: FloatArray, b: FloatArray, degrees: bool, from_y_to_x: bool, threads: int, out: FloatArray
) -> None: ...
def elementwise_rotated(
    a: FloatArray, b: FloatArray, degrees: bool, from_y_to_x: bool, threads: int, out: FloatArray
) -> None: ...

# Polygons: coordinates float64 [2 P] x, y, ...; offsets int64 [N + 1] in points. The answer is None, or
# (side, row) of the first polygon that crosses itself, and out is then untouched.
def pairwise_polygon(
    a: FloatArray,
    offsets_a: Int64Array,
    b: FloatArray,
    offsets_b: Int64Array,
    threads: int,
    out: FloatArray,
) -> tuple[int, int] | None: ...
def elementwise_polygon(
    a: FloatArray,
    offsets_a: Int64Array,
    b: FloatArray,
    offsets_b: Int64Array,
    threads: int,
    out: FloatArray,
) -> tuple[int, int] | None: ...

# out float64 [N] is written: the area of each polygon, -1 of one that crosses itself.
def polygon_areas(coordinates: FloatArray, offsets: Int64Array, threads: int, out: FloatArray) -> None: ...

# Rows int64 [P] of both sides: pairs of one group whose boxes [N, 4] (x, y, width, height) meet. Group g
# holds rows[offsets[g]] to rows[offsets[g + 1] - 1]. In the order of groups, then of rows of a, then of b.
def meeting_pairs(
    a: FloatArray,
    rows_a: Int64Array,
    offsets_a: Int64Array,
    b: FloatArray,
    rows_b: Int64Array,
    offsets_b: Int64Array,
) -> tuple[Int64Array, Int64Array]: ...

# out float64 [P] is written: what polygon rows_a[k] of one side and rows_b[k] of the other share.
def shared_polygon_areas(
    a: FloatArray,
    offsets_a: Int64Array,
    b: FloatArray,
    offsets_b: Int64Array,
    rows_a: Int64Array,
    rows_b: Int64Array,
    threads: int,
    out: FloatArray,
) -> None: ...

# Boxes in space turned about any axis float64 [N, 12], a corner and the three edges from it; out float64
# [N, M] or [N] is written.
def pairwise_solid(a: FloatArray, b: FloatArray, threads: int, out: FloatArray) -> None: ...
def elementwise_solid(a: FloatArray, b: FloatArray, threads: int, out: FloatArray) -> None: ...

# Axis-aligned boxes in space float64 [N, 6]; out float64 [N, M] or [N] is written.
def pairwise_space(a: FloatArray, b: FloatArray, threads: int, out: FloatArray) -> None: ...
def elementwise_space(a: FloatArray, b: FloatArray, threads: int, out: FloatArray) -> None: ...

# Of float32 or float64 [..., 4] in C order; None for all else. `sized`: the last two numbers are the sides.
def is_regular(boxes: Any, sized: bool) -> bool | None: ...

# Of float32 or float64 [..., 4] in C order: whether every number is smaller than `limit` and, of corners,
# both sides longer than 0; None for all else.
def are_open(boxes: Any, limit: float) -> bool | None: ...
def are_below(boxes: Any, limit: float) -> bool | None: ...

# Of finite points float64 [K, 2] in C order, at least one -> the corners [C, 2]; None for all else.
def hull_of(points: Any) -> FloatArray | None: ...

# Fronts of functions of boxes (see `truebox._kinds.answered_first`).
def validate_boxes_plainly(args: tuple[Any, ...], named: dict[str, Any], /) -> Any: ...

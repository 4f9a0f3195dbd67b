# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
#
# Every binding returns None for what it does not take: arrays that are not contiguous [N, 4] of one float
# type, boxes that are not finite or have a negative extent, unknown options, an `out` that does not fit.
# Nothing is converted here.
from typing import Any

from truebox.typing import AnyArray, FloatArray, Int64Array

def single_iou(
    box_a: Any, box_b: Any, box_format: str, pixels: str, /
) -> float | None: ...  # lists or tuples of 4
def pairwise_iou(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def pairwise_ioa(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_iou(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_ioa(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def pairwise_giou(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_giou(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def pairwise_diou(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_diou(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def pairwise_ciou(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_ciou(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def pairwise_eiou(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_eiou(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def pairwise_ios(  # float32 or float64 [N, 4], [M, 4] -> [N, M]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...
def elementwise_ios(  # float32 or float64 [N, 4], [N, 4] -> [N]
    boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, out: Any, threads: Any, /
) -> AnyArray | None: ...

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

# Axis-aligned boxes in space float64 [N, 6]; out float64 [N, M] or [N] is written.
def pairwise_space(a: FloatArray, b: FloatArray, threads: int, out: FloatArray) -> None: ...
def elementwise_space(a: FloatArray, b: FloatArray, out: FloatArray) -> None: ...

# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# Arrays are C-contiguous, boxes are corners, checked, scores are finite; `labels` None: one label.
from collections.abc import Callable
from typing import Any, overload

from truebox.typing import Float32Array, FloatArray, Int64Array

# "nms", "diou_nms" and "rotated_nms" by name. The function answers what it takes as it comes, and passes all
# else on to `otherwise`, or answers None:
#   nms, diou_nms  (boxes, scores, labels, threshold, score_threshold, max_detections, box_format, pixels,
#                  threads) of float32 or float64 [N, 4] and [N], C-contiguous, and of int64 labels or None;
#                  xyxy and continuous -> int64 [K]
#   rotated_nms    (boxes, scores, unit, direction, labels, threshold, score_threshold, max_detections,
#                  threads), boxes float64 [N, 5] -> int64 [K]
# It takes no box that is not finite or has a negative extent, and no score that is not finite.
def kernel(name: str, otherwise: Callable[..., Any] | None = None) -> Callable[..., Any]: ...
@overload
def nms(
    boxes: Float32Array,  # [N, 4]
    scores: FloatArray,  # [N]
    labels: Int64Array | None,  # [N]
    by_distance: bool,  # DIoU instead of IoU
    threshold: float,
    lowest_score: float,
    most: int,
    threads: int,  # 0: as many as useful
) -> Int64Array: ...  # kept rows, by falling score
@overload
def nms(
    boxes: FloatArray,
    scores: FloatArray,
    labels: Int64Array | None,
    by_distance: bool,
    threshold: float,
    lowest_score: float,
    most: int,
    threads: int,
) -> Int64Array: ...
def nms_from_overlap(
    overlap: FloatArray,  # [N, N]
    scores: FloatArray,
    labels: Int64Array | None,
    threshold: float,
    lowest_score: float,
    most: int,
) -> Int64Array: ...
def soft_nms(
    boxes: FloatArray,
    scores: FloatArray,  # not negative, as in the four functions below
    labels: Int64Array | None,
    linear: bool,
    threshold: float,
    sigma: float,
    lowest_score: float,
) -> tuple[Int64Array, FloatArray]: ...  # rows and decayed scores, by falling score
def soft_nms_from_overlap(
    overlap: FloatArray,
    scores: FloatArray,
    labels: Int64Array | None,
    linear: bool,
    threshold: float,
    sigma: float,
    lowest_score: float,
) -> tuple[Int64Array, FloatArray]: ...
def matrix_nms(
    boxes: FloatArray,
    scores: FloatArray,
    labels: Int64Array | None,
    linear: bool,
    sigma: float,
    lowest_score: float,
) -> tuple[Int64Array, FloatArray]: ...
def matrix_nms_from_overlap(
    overlap: FloatArray,
    scores: FloatArray,
    labels: Int64Array | None,
    linear: bool,
    sigma: float,
    lowest_score: float,
) -> tuple[Int64Array, FloatArray]: ...
def fuse(
    boxes: FloatArray,
    scores: FloatArray,
    labels: Int64Array,
    non_maximum_weighted: bool,
    threshold: float,
    single_precision_sums: bool,
) -> tuple[
    FloatArray,  # [4 K] corners of each cluster
    FloatArray,  # [K] sum of its scores
    FloatArray,  # [K] its first (highest) score
    Int64Array,  # [K] number of its boxes
    Int64Array,  # [K] its label
    Int64Array,  # [N] cluster of each box
]: ...
@overload
def first_bad_box(boxes: Float32Array) -> int: ...  # N where every box is finite and ordered
@overload
def first_bad_box(boxes: FloatArray) -> int: ...

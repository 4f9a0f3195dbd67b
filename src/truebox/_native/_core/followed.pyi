# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from typing import Any

from truebox.typing import FloatArray, Int64Array

# Boxes [T, 4] x, y, width, height of one object in every frame; out [T] is written.
def followed_overlaps(truth: FloatArray, found: FloatArray, out: FloatArray) -> None: ...
def center_distances(truth: FloatArray, found: FloatArray, normalized: bool, out: FloatArray) -> None: ...

# Stretches of the values by offsets [S + 1]; thresholds [C] ascend; out [S, C] is written.
def curve_shares(
    values: FloatArray,
    offsets: Int64Array,
    thresholds: FloatArray,
    above: bool,
    out: FloatArray,
) -> None: ...

# Boxes float64 [T, 4] of each sequence; `absent`: true boxes with NaN do not count, and errors are measured
# in sizes too -> offsets int64 [S + 1], frames int64 [F], overlaps [F], errors [F], normalized errors [F] or
# [0]; None where a sequence is no such array, its sides differ in length, or a box that counts is none
def measure_sequences(
    truths: list[Any], found: list[Any], absent: bool
) -> tuple[Int64Array, Int64Array, FloatArray, FloatArray, FloatArray] | None: ...

# The same of boxes clipped to `limits` float64 [S, 2], width and height of the images, in every frame but the
# first; covers float64 [T] or None of each sequence: frames of which it is not above 0 do not count
# -> offsets int64 [S + 1], frames int64 [F], overlaps [F]; None as above
def measure_clipped(
    truths: list[Any], found: list[Any], limits: FloatArray, covers: list[Any]
) -> tuple[Int64Array, Int64Array, FloatArray] | None: ...

# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# Truths: x, y, variance float64 [M, K], visible uint8 [M, K], area float64 [M], box float64 [M, 4].

from typing import Any

from truebox.typing import AnyArray, ByteArray, FloatArray, Int64Array

# predicted_x, predicted_y float64 [N, K] -> per truth a block [N, terms], one after the other
def exponents(
    predicted_x: FloatArray,
    predicted_y: FloatArray,
    x: FloatArray,
    y: FloatArray,
    visible: ByteArray,
    variance: FloatArray,
    area: FloatArray,
    box: FloatArray,
) -> FloatArray: ...

# values as `exponents` returns them, after exp; out float64 [N, M] is written
def means(
    values: FloatArray,
    x: FloatArray,
    y: FloatArray,
    visible: ByteArray,
    variance: FloatArray,
    area: FloatArray,
    box: FloatArray,
    out: FloatArray,
) -> None: ...

# Of float64 arrays in C order with nothing to refuse, predictions [N, K, 2 or 3], truths [M, K, 3], area [M],
# boxes [M, 4] or None, sigmas [K]: the exponents, at most `most`; None for all else. And the means of their
# powers.
def exponents_of_rows(
    predictions: Any, truths: Any, area: Any, boxes: Any, sigmas: Any, most: int
) -> FloatArray | None: ...
def means_of_rows(
    powers: FloatArray, predictions: Any, truths: Any, area: Any, boxes: Any, sigmas: Any
) -> FloatArray: ...  # [N, M]

# Extents of all points of each row, and how many are visible; returns the first row with a coordinate
# that is not finite, or N.
def measure(
    points: FloatArray,  # [N, K, 3]
    extents: FloatArray,  # out [N, 4] x, y, width, height
    visible: Int64Array,  # out [N]
    threads: int,
) -> int: ...

# The same of packed points, which are all finite.
def measure_packed(
    coordinates: AnyArray,  # int32 [N, K, 2] in 1 / unit
    thirds: ByteArray,  # [N, K]
    unit: float,
    extents: FloatArray,  # out [N, 4]
    visible: Int64Array,  # out [N]
    threads: int,
) -> None: ...

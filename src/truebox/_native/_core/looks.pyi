# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# Arrays are C-contiguous; boxes are x, y, width, height.
from typing import overload

from truebox.typing import ByteArray, FloatArray, Int32Array, Int64Array

def overlaps_of_pairs(
    a: FloatArray,  # [R, P, 4]
    b: FloatArray,  # [P, 4]
    out: FloatArray,  # [R, P]
) -> None: ...
def best_overlaps(
    boxes: FloatArray,  # [1, S, 4], or of each reading its own [R, S, 4]
    first: Int64Array,  # [S] where the pairs of each begin
    truths: FloatArray,  # [1, P, 4] or [R, P, 4] likewise
    out: FloatArray,  # [R, S]
) -> None: ...
def any_beyond(
    boxes: FloatArray,  # [N, 4]
    limit: float,
    threads: int,  # 0: as many as useful
) -> bool: ...
def any_larger_area(
    boxes: FloatArray,  # [N, 4]
    area: FloatArray,  # [N] than that of a box a pixel wider and higher
) -> bool: ...
@overload
def may_repeat(
    image: Int64Array,  # [N]
    category: Int64Array,  # [N]
    boxes: FloatArray,  # [N, 4]
    crowd: ByteArray,  # [N]
) -> bool: ...
@overload
def may_repeat(
    image: Int32Array,
    category: Int64Array,
    boxes: FloatArray,
    crowd: ByteArray,
) -> bool: ...
@overload
def may_repeat(
    image: Int64Array,
    category: Int32Array,
    boxes: FloatArray,
    crowd: ByteArray,
) -> bool: ...
@overload
def may_repeat(
    image: Int32Array,
    category: Int32Array,
    boxes: FloatArray,
    crowd: ByteArray,
) -> bool: ...
def texts_may_repeat(
    buffer: bytes,
    offsets: Int64Array,  # [N + 1]
) -> bool: ...
def rows_of_images(
    image: Int32Array,  # [N], negative: none
    chosen: ByteArray,  # [I] 1 where they are asked for
) -> Int64Array: ...

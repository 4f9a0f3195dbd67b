# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.

from truebox.typing import ByteArray, Int64Array

# truth, predicted uint8 [pixels, 3 or 4] -> true ids, predicted ids, pixels, all int64 [P],
# by true id and then by predicted id
def count_pairs(truth: ByteArray, predicted: ByteArray) -> tuple[Int64Array, Int64Array, Int64Array]: ...

# truth, predicted uint8 [pixels, 1, 2, 4 or 8]; matrix int64 [C, C] is added to
# -> None, or (whether the first label out of range is in the truth, its pixel)
def count_labels(
    truth: ByteArray,
    predicted: ByteArray,
    truth_signed: bool,
    predicted_signed: bool,
    ignored: int | None,
    matrix: Int64Array,
    threads: int,
) -> tuple[bool, int] | None: ...

# mask uint8 [H, W] of zeros and ones -> labels int64 [H, W]: 1, 2, ... in the order of their first pixel
def label_pixels(mask: ByteArray, diagonal: bool, threads: int) -> Int64Array: ...

# filtered uint8 [rows, 1 + width] of a PNG, pixels of 1 to 4 bytes -> uint8 [rows, width],
# or None where a filter is none of the five
def unfilter_rows(filtered: ByteArray, pixel: int) -> ByteArray | None: ...

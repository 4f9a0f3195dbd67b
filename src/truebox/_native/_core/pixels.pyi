# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from truebox.masks.masks import RunArray
from truebox.typing import AnyArray, ByteArray, Int64Array

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

# Front of `connected_pixels` (see `truebox._kinds.answered_first`).
def label_pixels_plainly(args: tuple[Any, ...], named: dict[str, Any], /) -> Any: ...

# a file, a sum of kinds (grey 1, of 16 bits 2, colours 4, places in a palette 8), how many pixels it may have
# -> uint8 [H, W], of 16 bits uint16 [H, W], of colours uint8 [H, W, 3]; None where it is no plain PNG of them
def plain_png(file: bytes, kinds: int, most_pixels: int) -> AnyArray | None: ...

# of each file whether it is such a PNG; height and width int64 [P, 2]; where its masks end, int64 [P]
# -> these, and of the masks their values int64 [M], rising in each file, or 1 for all but zero where they
# are not `apart`; run lengths uint32 [R] and their offsets int64 [M + 1]
def png_masks(
    files: Sequence[str | Path], kinds: int, most_pixels: int, apart: bool, threads: int
) -> tuple[ByteArray, Int64Array, Int64Array, Int64Array, RunArray, Int64Array]: ...

# of each pair of files whether both are colours and of one size; height and width int64 [P, 2]; where its
# pairs of segments end, int64 [P]; true ids, predicted ids, pixels, as `count_pairs` gives them
def count_png_pairs(
    truths: Sequence[str | Path], found: Sequence[str | Path], most_pixels: int, threads: int
) -> tuple[ByteArray, Int64Array, Int64Array, Int64Array, Int64Array, Int64Array]: ...

import os
from typing import TypeAlias

from truebox.typing import FloatArray, Int64Array

# Rows; the number columns [rows], empty cells NaN; the text columns as codes [rows] and distinct texts; the
# whole numbers [rows], empty cells -1; each in the order of the columns.
_Columns: TypeAlias = tuple[int, list[FloatArray], list[tuple[Int64Array, tuple[str, ...]]], list[Int64Array]]

# kinds: one byte a column, 0 skipped, 1 number, 2 text, 3 whole number. begin: the byte behind the header's
# line end. None where the text is not plain enough and the general path must look.
def read_table_text(
    text: bytes | bytearray, begin: int, kinds: bytes, delimiter: int, threads: int
) -> _Columns | None: ...
def read_table_file(
    path: str | os.PathLike[str], begin: int, kinds: bytes, delimiter: int, threads: int
) -> _Columns | None: ...

# Boxes x, y, width, height [rows, 4], and whether all numbers are within the bound and no size is negative.
# layout: 0 xywh, 1 xyxy, 2 cxcywh, 3 yxyx; percent: of which a hundredth is meant.
def boxes_of_columns(
    a: FloatArray,
    b: FloatArray,
    c: FloatArray,
    d: FloatArray,
    layout: int,
    percent: bool,
    bound: float,
    threads: int,
) -> tuple[FloatArray, bool]: ...

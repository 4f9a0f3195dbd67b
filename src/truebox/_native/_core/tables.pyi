import os
from typing import Any, TypeAlias

from truebox.typing import AnyArray, FloatArray, Int64Array

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

# The arrays of a list one after the other, and the rows of each. Floats come as float64 [rows], integers as
# int64. None where they are not of one type, which speaks the buffer protocol or has DLPack's table of
# functions, of one of float32, float64, int32 and int64, and of one axis; those without rows are of any kind,
# but not all.
def join_numbers(values: list[Any], threads: int) -> tuple[AnyArray, list[int]] | None: ...

# The same of boxes [*, 4], as x, y, width, height [rows, 4]. None also where a number as given is beyond the
# bound or NaN, or a size negative. layout, percent: as above.
def join_boxes(
    values: list[Any], layout: int, percent: bool, bound: float, threads: int
) -> tuple[FloatArray, list[int]] | None: ...

# Rows of text: `between` holds the bytes before the first column, between two, and behind the last. Columns
# are ("numbers", float64 [rows]) as repr has them, ("shortly", float64 [rows]) without a point where they are
# whole, ("wholes", int64 [rows]), ("texts", int64 [rows], list of bytes), ("own", int64 [rows + 1], bytes),
# of which row i has those from offsets[i] to offsets[i + 1]. order int64 [R]: rows as written.
# -> the text, and int64 [R + 1] where each row begins and the last ends.
def written_rows(
    columns: list[tuple[Any, ...]], between: list[bytes], order: Int64Array, rows: int
) -> tuple[bytes, Int64Array]: ...

import os
from typing import TypeAlias

from truebox.typing import FloatArray, Int64Array

# Rows; the number columns [rows], empty cells NaN; the text columns as codes [rows] and distinct texts, each
# in the order of the columns. None where the text is not plain enough and the general path must look.
_Columns: TypeAlias = tuple[int, list[FloatArray], list[tuple[Int64Array, tuple[str, ...]]]] | None

# kinds: one byte a column, 0 skipped, 1 number, 2 text. begin: the byte behind the header's line end.
def read_table_text(
    text: bytes | bytearray, begin: int, kinds: bytes, delimiter: int, threads: int
) -> _Columns: ...
def read_table_file(
    path: str | os.PathLike[str], begin: int, kinds: bytes, delimiter: int, threads: int
) -> _Columns: ...

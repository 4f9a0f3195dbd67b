# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from truebox._native._core.evaluation import Cells
from truebox.typing import AnyArray, ByteArray, Int32Array, Int64Array

class IdColumn:
    """A column of ids."""

    def __init__(self, ids: AnyArray) -> None: ...  # int64, int32 or uint16 [N]

class JoinedRows:
    """Rows grouped by category and image, to be made cells of once."""

def join_rows(
    categories: IdColumn,  # [N]
    category_table: Int64Array,  # [K] sorted, distinct
    images: IdColumn,  # [N]
    image_table: Int64Array,  # [I] sorted, distinct
    seen: ByteArray,  # out [I] 1 where some row is; says nothing where there are no groups
    threads: int,  # 0: the default
) -> JoinedRows | None: ...  # None: an id is not in its table, or the images do not ascend from row to row
def cells_of_joined(
    joined: JoinedRows,  # given away
    truth_image: Int32Array,  # [G] -1: left out
    truth_category: Int32Array,  # [G]
    cap: int,  # most detections of a cell
    threads: int,
) -> Cells: ...
def rows_in_cells(
    places: Int64Array,  # [C] distinct, ascending: category times images plus image
    images: int,
    categories: int,
    image: Int32Array,  # [N] -1: in no cell
    category: Int32Array,  # [N] -1: in no cell
    held: ByteArray,  # out [N] 1 where the row is in one of the cells
    threads: int,
) -> None: ...
def rows_of_cells(
    places: Int64Array,  # [C] as above
    images: int,
    image: Int32Array,  # [N] by category, and ascending within each
    offsets: Int64Array,  # [K + 1] where the rows of each category begin
    begins: Int64Array,  # out [C] where the rows of each cell begin
    ends: Int64Array,  # out [C] and end
) -> None: ...

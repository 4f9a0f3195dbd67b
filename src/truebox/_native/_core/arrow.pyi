# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.

from truebox.typing import AnyArray

class Column:
    """A column of the Arrow C data interface that lends its buffers; a table is a column of columns."""

    def __init__(
        self,
        name: str,
        format: str,  # as the interface describes types
        length: int,
        nulls: int,
        buffers: list[AnyArray | None],  # contiguous; None: absent
        children: list[Column],
        dictionary: Column | None,
    ) -> None: ...

def stream_of(table: Column) -> object: ...  # a capsule "arrow_array_stream" of one batch

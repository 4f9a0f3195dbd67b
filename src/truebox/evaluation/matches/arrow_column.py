"""NumPy columns as columns of the Arrow C data interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import arrow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import AnyArray

__all__ = ["arrow_column", "arrow_struct", "python_values"]

# https://arrow.apache.org/docs/format/CDataInterface.html, "Data type description: format strings"
_FORMATS = {
    "bool": "b",
    "uint8": "C",
    "int32": "i",
    "int64": "l",
    "uint64": "L",
    "float32": "f",
    "float64": "g",
}


def arrow_column(
    name: str, values: AnyArray, names: Sequence[str] | None = None, *, nullable: bool = False
) -> arrow.Column:
    """One column; `names` make it a column of words, two axes a list of fixed size per row.

    Parameters
    ----------
    name : str
        Of the column.
    values : array
        [N] or [N, M].
    names : sequence of str or None
        Texts that `values` are indices into.
    nullable : bool
        Negative values are nothing.
    """
    if names is not None:
        texts = _texts(names)
        return arrow.Column(name, "i", len(values), 0, [None, _flat(values, np.int32)], [], texts)
    if values.ndim == 2:
        item = arrow_column("item", values.reshape(-1), nullable=nullable)
        return arrow.Column(name, f"+w:{values.shape[1]}", len(values), 0, [None], [item], None)
    missing = values < 0 if nullable else None
    validity = None if missing is None else np.packbits(~missing, bitorder="little")
    nulls = 0 if missing is None else int(np.count_nonzero(missing))
    data = np.packbits(values, bitorder="little") if values.dtype == bool else _flat(values, values.dtype)
    return arrow.Column(name, _FORMATS[values.dtype.name], len(values), nulls, [validity, data], [], None)


def arrow_struct(columns: list[arrow.Column], length: int) -> arrow.Column:
    """A table: a structure of columns, which Arrow calls a record batch."""
    return arrow.Column("", "+s", length, 0, [None], columns, None)


def python_values(
    values: AnyArray, names: Sequence[str] | None = None, *, nullable: bool = False
) -> list[Any]:
    """The column as Python values; nothing is None."""
    if names is not None:
        return [names[index] for index in values.tolist()]
    listed: list[Any] = values.tolist()
    if not nullable:
        return listed
    if values.ndim == 2:
        return [[None if value < 0 else value for value in row] for row in listed]
    return [None if value < 0 else value for value in listed]


def _texts(names: Sequence[str]) -> arrow.Column:
    encoded = [name.encode("utf-8", "replace") for name in names]
    offsets = np.zeros(len(encoded) + 1, dtype=np.int32)
    offsets[1:] = np.cumsum([len(text) for text in encoded], dtype=np.int64)
    content = np.frombuffer(b"".join(encoded) or b"\0", dtype=np.uint8)
    return arrow.Column("", "u", len(encoded), 0, [None, offsets, content], [], None)


def _flat(values: AnyArray, dtype: Any) -> AnyArray:
    flat = np.ascontiguousarray(values, dtype=dtype)
    return flat if len(flat) else np.zeros(1, dtype=dtype)  # an empty buffer may have no address

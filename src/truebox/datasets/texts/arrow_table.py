"""Parquet and Arrow files into columns; pyarrow reads them, and only the columns that are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.streams import kept_bytes
from truebox.datasets.texts.files import ARROW_MAGICS, open_file
from truebox.datasets.texts.table import Table
from truebox.errors import InputError, MissingExtraError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.datasets.texts.table import ColumnKind
    from truebox.typing import FloatArray

__all__ = ["arrow_libraries", "names_of_arrow", "read_arrow", "read_arrow_rows", "schema_notes", "worded"]


def names_of_arrow(path: Path) -> tuple[str, ...]:
    """Names of the columns, without reading any (E-430 where the file is broken)."""
    parquet, _ = arrow_libraries()
    with worded(path):
        if _is_parquet(path):
            return tuple(parquet.read_schema(_source(path)).names)
        with _opened(path) as reader:
            return tuple(reader.schema.names)


def read_arrow(
    path: Path, wanted: Mapping[str, ColumnKind], *, boxes: str | None = None, threads: int | None = None
) -> tuple[Table, FloatArray | None]:
    """The wanted columns, and of a column of lists the four numbers [N, 4] of each row.

    Parameters
    ----------
    path : Path
        The file.
    wanted : mapping of column name to {"number", "text"}
        What to read.
    boxes : str, optional
        A column whose cells are lists of four numbers.
    threads : int, optional
        1 keeps pyarrow to one thread.

    Returns
    -------
    Table, array or None
        NaN and empty texts where cells are null.

    Raises
    ------
    InputError
        The file is broken, or a column has another type (E-430).
    MissingExtraError
        pyarrow is not installed.
    """
    names = list(dict.fromkeys((*wanted, *([boxes] if boxes else []))))
    table = _read(path, names, threads)
    numbers: dict[str, FloatArray] = {}
    texts: dict[str, Ids] = {}
    with worded(path):
        for name, kind in wanted.items():
            if kind == "number":
                numbers[name] = _numbers(table.column(name), f"{path} column {name}")
            else:
                texts[name] = _texts(table.column(name), f"{path} column {name}")
        lists = _lists(table.column(boxes), f"{path} column {boxes}") if boxes else None
    rows = table.num_rows
    return Table(rows=rows, numbers=numbers, texts=texts, place=lambda row: f"{path} row {row}"), lists


def read_arrow_rows(path: Path) -> list[dict[str, Any]]:
    """Every row as Python values, for files of few rows that nest lists (E-430)."""
    table = _read(path, None, None)
    with worded(path):
        rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def schema_notes(path: Path) -> dict[bytes, bytes]:
    """What programs noted in the schema of a Parquet file; nothing for other files."""
    parquet, _ = arrow_libraries()
    with worded(path):
        return dict(parquet.read_schema(_source(path)).metadata or {}) if _is_parquet(path) else {}


def _read(path: Path, names: list[str] | None, threads: int | None) -> Any:
    with worded(path):
        table = _table_of(path, names, threads)
        # pyarrow trusts what a file says of itself: an offset beyond the data would be memory of others, a
        # code of -1 the last class. Of a million rows of seven columns 2 (Parquet) or 12 ms (Arrow) of 50.
        table.validate(full=True)
        return table


def _table_of(path: Path, names: list[str] | None, threads: int | None) -> Any:
    """The columns as the file says they are."""
    parquet, _ = arrow_libraries()
    if not _is_parquet(path):
        with _opened(path) as reader:
            table = reader.read_all()
            return table if names is None else table.select(names)
    with parquet.ParquetFile(_source(path)) as file:
        schema = file.schema_arrow
    wanted = schema.names if names is None else names
    # Parquet holds texts as codes into a dictionary already: a third of the time of decoding them.
    texts = [name for name in wanted if name in schema.names and _is_text(schema.field(name).type)]
    # Not parquet.read_table, which imports pandas where there is one: 0.2 s.
    with parquet.ParquetFile(_source(path), read_dictionary=texts if names else None) as file:
        return file.read(columns=names, use_threads=threads != 1)


def _is_text(kind: Any) -> bool:
    _, pyarrow = arrow_libraries()
    return bool(pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind))


def arrow_libraries(purpose: str = "Reading") -> tuple[Any, Any]:
    """The modules ``pyarrow.parquet`` and ``pyarrow``, or the command that installs them."""
    try:
        import pyarrow  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415  of the extra "parquet"
        from pyarrow import compute, ipc, parquet  # noqa: F401, PLC0415  of the extra "parquet"; submodules do not come by themselves
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet", f"{purpose} Parquet and Arrow files") from None
    return parquet, pyarrow


def _is_parquet(path: Path) -> bool:
    with open_file(path) as stream:
        return stream.read(4) == ARROW_MAGICS[0]


def _source(path: Path) -> Any:
    """The file as pyarrow opens it; a pipe as what it held."""
    kept = kept_bytes(path)
    return path if kept is None else BytesIO(kept)


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """An Arrow IPC file."""
    _, pyarrow = arrow_libraries()
    kept = kept_bytes(path)
    with pyarrow.OSFile(str(path), "rb") if kept is None else pyarrow.BufferReader(kept) as stream:
        yield pyarrow.ipc.open_file(stream)


@contextmanager
def worded(path: Path) -> Iterator[None]:
    """Faults of pyarrow as one error of ours; its own are OSError, ValueError and KeyError too."""
    try:
        yield
    except (InputError, FileNotFoundError):
        raise
    # OverflowError: times that Python cannot hold; NotImplementedError: types that no program writes;
    # MemoryError: sizes that the file does not have, in older versions.
    except (OSError, ValueError, KeyError, OverflowError, NotImplementedError, MemoryError) as error:
        reason = next(iter(str(error).splitlines()), "it is cut")
        problem = f"the file cannot be read as Parquet or Arrow ({reason[:200].rstrip()})"
        raise InputError("E-430", str(path), problem, "write or copy the file again") from None


def _numbers(column: Any, place: str) -> FloatArray:
    _, pyarrow = arrow_libraries()
    kind = column.type
    number = pyarrow.types
    if not (
        number.is_integer(kind) or number.is_floating(kind) or number.is_boolean(kind) or number.is_null(kind)
    ):
        raise InputError("E-430", place, f"the column holds {kind}, not numbers", "convert it to float64")
    numbers = column.cast(pyarrow.uint8()) if number.is_boolean(kind) else column
    numbers = numbers.cast(pyarrow.float64())
    numbers = (numbers.fill_null(float("nan")) if numbers.null_count else numbers).combine_chunks()
    if isinstance(numbers, pyarrow.ChunkedArray):  # without any chunk
        return np.empty(0)
    found: FloatArray = _plain(numbers, np.dtype(np.float64))
    return found


def _plain(array: Any, kind: np.dtype[Any]) -> Any:
    """The values of an array without nulls; its own `to_numpy` imports pandas where there is one, 0.2 s."""
    values = np.frombuffer(array.buffers()[1] or b"", dtype=kind)
    return values[array.offset : array.offset + len(array)]


def _texts(column: Any, place: str) -> Ids:
    _, pyarrow = arrow_libraries()
    types = pyarrow.types
    kind = column.type
    if types.is_integer(kind):
        if column.null_count:
            raise InputError("E-424", place, f"{column.null_count} cells are null", "fill every cell")
        return Ids(np.asarray(column.to_numpy(), dtype=np.int64))
    if types.is_null(kind):
        column, kind = column.cast(pyarrow.string()), pyarrow.string()
    if not _is_text(kind.value_type if types.is_dictionary(kind) else kind):
        fix = "convert it to strings or integers"
        raise InputError("E-430", place, f"the column holds {kind}, not names", fix)
    encoded = column if types.is_dictionary(kind) else column.dictionary_encode()
    encoded = encoded.unify_dictionaries().combine_chunks()
    if isinstance(encoded, pyarrow.ChunkedArray):  # without any chunk
        return Ids(np.empty(0, dtype=np.int64), ())
    return _coded(encoded)


def _coded(encoded: Any) -> Ids:
    """Codes into the texts that occur, a null as an empty one."""
    texts = encoded.dictionary.to_pylist()  # to_numpy would import pandas where there is one
    indices = encoded.indices
    if indices.null_count:
        indices = indices.fill_null(len(texts))
        texts.append("")
    codes = _plain(indices, np.dtype(str(indices.type))).astype(np.int64)
    used = np.zeros(len(texts), dtype=bool)
    used[codes] = True
    if used.all() and len(set(texts)) == len(texts):
        return Ids(codes, tuple(texts))
    # Rows were filtered before they were written, or a null joins an empty text.
    table = {
        text: place for place, text in enumerate(dict.fromkeys(np.array(texts, dtype=object)[used].tolist()))
    }
    renumbered = np.array([table.get(text, 0) for text in texts], dtype=np.int64)
    return Ids(renumbered[codes], tuple(table))


def _lists(column: Any, place: str) -> FloatArray:
    _, pyarrow = arrow_libraries()
    types = pyarrow.types
    kind = column.type
    if not (types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)):
        raise InputError("E-430", place, f"the column holds {kind}, not lists", "store four numbers a row")
    lengths = np.asarray(pyarrow.compute.list_value_length(column).fill_null(0).to_numpy(), dtype=np.int64)
    if (lengths != 4).any():
        row = int((lengths != 4).argmax())
        problem = f"the box has {int(lengths[row])} numbers, need 4"
        raise InputError("E-120", f"{place} row {row}", problem, "store four numbers a row", row=row)
    values = pyarrow.compute.list_flatten(column)
    return _numbers(values, place).reshape(-1, 4)

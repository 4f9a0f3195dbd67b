"""Parquet and Arrow tables cut into files of some rows each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from truebox.datasets.formats.table.column_roles import roles_of_columns
from truebox.datasets.texts.arrow_table import arrow_libraries, names_of_arrow, worded
from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.datasets.texts.mapped_text import MappedText

__all__ = ["cut_table", "label_of_table", "rows_of_table", "texts_of_column"]


def rows_of_table(path: Path) -> int:
    """How many rows a Parquet or Arrow file has.

    Examples
    --------
    >>> import tempfile
    >>> import pyarrow
    >>> from pyarrow import parquet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     parquet.write_table(pyarrow.table({"score": [0.1, 0.2]}), Path(folder) / "a.parquet")
    ...     rows_of_table(Path(folder) / "a.parquet")
    2
    """
    parquet, _ = arrow_libraries()
    if _is_parquet(path):
        with parquet.ParquetFile(path) as file:
            return int(file.metadata.num_rows)
    with MappedText(path) as text:
        return sum(batch.num_rows for batch in _mapped_batches(path, text, only_counted=True))


def cut_table(path: Path, folder: Path, rows: int) -> Iterator[Path]:
    """Arrow files of at most so many neighbouring rows; each may be removed before the next is asked for.

    Examples
    --------
    >>> import tempfile
    >>> import pyarrow
    >>> from pyarrow import parquet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     parquet.write_table(pyarrow.table({"score": [0.1, 0.2, 0.3]}), Path(folder) / "a.parquet")
    ...     [rows_of_table(piece) for piece in cut_table(Path(folder) / "a.parquet", Path(folder), 2)]
    [2, 1]
    """
    for number, (batch, require_unchanged) in enumerate(_batches(path, rows)):
        piece = _written(batch, folder / f"{number}.arrow")
        require_unchanged()
        yield piece


def label_of_table(path: Path, reading: Mapping[str, Any]) -> str | None:
    """The column of a table that holds the classes, under the options of reading; None where none does."""
    found = roles_of_columns(names_of_arrow(path), reading.get("columns"), str(path))
    return found.columns.get("label")


def texts_of_column(path: Path, name: str) -> list[str]:
    """The texts of a column in the order in which reading the whole file numbers them.

    Texts that no row has any more may be among them; a column of numbers has none.

    Examples
    --------
    >>> import tempfile
    >>> import pyarrow
    >>> from pyarrow import parquet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     parquet.write_table(pyarrow.table({"label": ["dog", "cat", "dog"]}), Path(folder) / "a.parquet")
    ...     texts_of_column(Path(folder) / "a.parquet", "label")
    ['dog', 'cat']
    """
    parquet, pyarrow = arrow_libraries()
    if _is_parquet(path):
        with parquet.ParquetFile(path, read_dictionary=[name]) as file:
            batches = file.iter_batches(columns=[name], use_threads=False)
            return _texts((batch.column(0) for batch in batches), pyarrow)
    with MappedText(path) as text:
        batches = _mapped_batches(path, text)
        return _texts((batch.column(batch.schema.get_field_index(name)) for batch in batches), pyarrow)


def _texts(columns: Any, pyarrow: Any) -> list[str]:
    found: dict[str, None] = {}
    before = None
    for column in columns:
        held = column
        if not pyarrow.types.is_dictionary(held.type):
            if not (pyarrow.types.is_string(held.type) or pyarrow.types.is_large_string(held.type)):
                return []
            held = held.dictionary_encode()
        if before is None or not held.dictionary.equals(before):
            before = held.dictionary
            found |= dict.fromkeys(str(each) for each in before.to_pylist())
    return list(found)


def _batches(path: Path, rows: int) -> Iterator[tuple[Any, Callable[[], None]]]:
    """Batches of at most so many rows, and what is to be asked once they were copied."""
    parquet, _ = arrow_libraries()
    if _is_parquet(path):
        with worded(path), parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=rows, use_threads=False):
                yield batch, lambda: None  # a file that is cut cannot be read on
        return
    with MappedText(path) as text:
        for batch in _mapped_batches(path, text):
            for first in range(0, batch.num_rows, rows):
                yield batch.slice(first, rows), text.require_unchanged


def _mapped_batches(path: Path, text: MappedText, *, only_counted: bool = False) -> Iterator[Any]:
    """The batches of an Arrow file, in memory as far as they are looked at."""
    _, pyarrow = arrow_libraries()
    with worded(path):
        reader = pyarrow.ipc.open_file(pyarrow.py_buffer(text))
    for place in range(reader.num_record_batches):
        with worded(path):
            batch = reader.get_batch(place)
            if not only_counted:  # pyarrow trusts offsets and codes
                batch.validate(full=True)
        yield batch
        text.require_unchanged()


def _is_parquet(path: Path) -> bool:
    with open(path, "rb") as stream:
        return stream.read(4) == ARROW_MAGICS[0]


def _written(batch: Any, path: Path) -> Path:
    """The rows of a batch as a file of their own."""
    _, pyarrow = arrow_libraries()
    # Copied first: the system writes no memory that its file no longer has.
    copied = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_file(copied, batch.schema) as writer:
        writer.write_batch(batch)
    path.write_bytes(copied.getvalue())
    return path

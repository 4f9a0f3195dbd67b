"""A file as memory that is only read, whatever becomes of the file meanwhile."""

from __future__ import annotations

import mmap
import os
from pathlib import Path
from typing import BinaryIO, Self

from truebox._native import datasets as native
from truebox.datasets.texts.not_in_pieces import NotInPiecesError

__all__ = ["MappedText"]

_PAGES = getattr(mmap, "MADV_DONTNEED", None)  # not on every system


class MappedText(mmap.mmap):
    """The bytes of a file that has any.

    Where the file is cut while it is mapped, what is gone reads as zeros, where the system would end the
    process; `require_unchanged` notices it.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    ValueError
        The file is empty.
    OSError
        It cannot be opened or mapped.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.txt"
    ...     _ = path.write_bytes(b"abc" * 10_000)
    ...     with MappedText(path) as text:
    ...         text.let_go(20_000)
    ...         text.require_unchanged()
    ...         text[:3], len(text)
    (b'abc', 30000)
    """

    _file: BinaryIO
    _before: tuple[int, int]
    _guard: object

    def __new__(cls, path: Path) -> Self:
        file = open(path, "rb")  # noqa: SIM115  it is asked later whether it has changed
        try:
            made = super().__new__(cls, file.fileno(), 0, access=mmap.ACCESS_READ)
        except BaseException:
            file.close()
            raise
        made._file, made._before = file, _facts(file.fileno())
        made._guard = native.guard_memory(made)
        return made

    def let_go(self, end: int) -> None:
        """Give back the memory from the beginning to about `end`; touched again it is read again."""
        whole = end - end % mmap.PAGESIZE
        if _PAGES is not None and whole:
            self.madvise(_PAGES, 0, whole)

    def require_unchanged(self) -> None:
        """Raise NotInPiecesError where the file was changed since: reading the whole says what it is."""
        if _facts(self._file.fileno()) != self._before:
            raise NotInPiecesError

    def close(self) -> None:
        """Unmap the file; where others look at the memory still, the last of them does."""
        try:
            super().close()
        except BufferError:
            return
        self._guard = None
        self._file.close()

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __del__(self) -> None:
        self._guard = None
        self._file.close()


def _facts(file: int) -> tuple[int, int]:
    found = os.fstat(file)
    return found.st_size, found.st_mtime_ns

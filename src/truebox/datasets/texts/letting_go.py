"""Pages of a mapped file that were looked at and will not be again."""

from __future__ import annotations

import mmap

__all__ = ["let_go"]

_PAGES = getattr(mmap, "MADV_DONTNEED", None)  # not on every system


def let_go(text: mmap.mmap, end: int) -> None:
    """Give back the memory of a map that is only read, from its beginning to about `end`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     _ = file.write(b"abc" * 10_000)
    ...     file.flush()
    ...     with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
    ...         let_go(text, 20_000)
    ...         text[:3]
    b'abc'
    """
    whole = end - end % mmap.PAGESIZE
    if _PAGES is not None and whole:
        text.madvise(_PAGES, 0, whole)

"""The argument ``threads``."""

from __future__ import annotations

from truebox.errors import ArgumentError

__all__ = ["thread_count"]


def thread_count(threads: int | None) -> int:
    """The number for the native pool, where 0 is its default: the processors this process may use,
    limited by the environment variable ``TRUEBOX_NUM_THREADS``.

    Examples
    --------
    >>> thread_count(None), thread_count(2)
    (0, 2)
    """
    if threads is None:
        return 0
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ArgumentError(
            f"threads: expected a whole number of at least 1 or None, got {threads!r}. Fix: pass threads=2."
        )
    return threads

"""The argument ``threads``, and what stands for it when it is not given."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

from truebox.errors import ArgumentError

__all__ = ["alone", "thread_count", "usable_threads"]

_MOST = 65_536

# Idents of threads. A plain set: compilers of models trace through `thread_count`, past no context variable.
_alone: set[int] = set()


@contextmanager
def alone() -> Iterator[None]:
    """Within it kernels run on the calling thread, and leave the native pool to others.

    Examples
    --------
    >>> with alone():
    ...     thread_count(None), thread_count(2)
    (1, 1)
    """
    own = get_ident()
    inner = own in _alone
    _alone.add(own)
    try:
        yield
    finally:
        if not inner:
            _alone.discard(own)


def thread_count(threads: int | None) -> int:
    """The number for the native pool, where 0 is its default: the processors this process may use,
    limited by the environment variable ``TRUEBOX_NUM_THREADS``.

    Examples
    --------
    >>> thread_count(None), thread_count(2)
    (0, 2)
    """
    if threads is None:
        return 1 if _alone and get_ident() in _alone else 0
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ArgumentError(
            f"threads: expected a whole number of at least 1 or None, got {threads!r}. Fix: pass threads=2."
        )
    if threads > _MOST:
        raise ArgumentError(f"threads: {threads} are more than any machine runs. Fix: pass threads=2.")
    return 1 if _alone and get_ident() in _alone else threads


def usable_threads() -> int:
    """How many threads the native pool uses when nothing is said.

    Examples
    --------
    >>> usable_threads() >= 1
    True
    """
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    limit = os.environ.get("TRUEBOX_NUM_THREADS", "")
    return min(usable, int(limit)) if limit.isdecimal() and int(limit) else usable

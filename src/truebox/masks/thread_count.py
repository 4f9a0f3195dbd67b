"""The `threads` argument: None or a positive number."""

from __future__ import annotations

from truebox.errors import ArgumentError

__all__ = ["thread_count"]


def thread_count(threads: int | None) -> int:
    """What the kernels take: 0 lets them choose."""
    if threads is None:
        return 0
    if not isinstance(threads, int) or threads < 1:
        raise ArgumentError(f"threads: expected None or a positive integer, got {threads!r}")
    return threads

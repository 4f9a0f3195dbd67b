"""The same work for many pictures, on as many threads as there are: Pillow reads and writes beside itself."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from threading import local
from typing import TextIO

from truebox._native.many_calls import by_all_threads
from truebox._native.threads import usable_threads

__all__ = ["work_beside"]


def work_beside(work: Callable[[int], None], count: int, done: Callable[[int, int], None] | None) -> None:
    """Call ``work(0)`` to ``work(count - 1)``, and `done` with how many of all are ready.

    It is as if one came after the other: what is raised is what the first of them raises, and warnings come
    in their order.

    Examples
    --------
    >>> squares = [0] * 5
    >>> work_beside(lambda number: squares.__setitem__(number, number**2), 5, None)
    >>> squares
    [0, 1, 4, 9, 16]
    """
    threads = min(usable_threads(), count)
    if threads < 2:
        for number in range(count):
            work(number)
            if done is not None:
                done(number + 1, count)
        return
    with (
        _warnings_in_order() as numbered,
        closing(by_all_threads(partial(numbered, work), range(count), threads)) as worked,
    ):
        for ready, _ in enumerate(worked, start=1):
            if done is not None:
                done(ready, count)


@contextmanager
def _warnings_in_order() -> Iterator[Callable[[Callable[[int], None], int], None]]:
    """Give what calls a function with a number; at the end its warnings are shown by their numbers."""
    here = local()
    noted: list[tuple[int, tuple[Warning | str, type[Warning], str, int]]] = []

    def note(  # noqa: PLR0917  the signature is that of Python's own
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        noted.append((getattr(here, "number", -1), (message, category, filename, lineno)))

    def numbered(work: Callable[[int], None], number: int) -> None:
        here.number = number
        work(number)

    try:
        with warnings.catch_warnings():
            warnings.showwarning = note
            yield numbered
    finally:
        for _, warning in sorted(noted, key=lambda each: each[0]):
            warnings.showwarning(*warning)

"""One call for each of many, made by all threads and given back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from truebox._native.threads import alone, thread_count, usable_threads

__all__ = ["by_all_threads"]

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

_AHEAD = 4
"""Calls begun before their turn, for each thread: what they gave is kept until then."""


def by_all_threads(
    call: Callable[[_Item], _Made], items: Iterable[_Item], threads: int | None
) -> Generator[_Made, None, None]:
    """What `call` makes of each item, in the order of the items.

    Worth it for calls that leave Python's lock alone most of the time, such as decoding pictures. Kernels
    they call run on their own thread. Where one raises, those behind it are forgotten.

    Parameters
    ----------
    call : callable
        Called with one item.
    items : iterable
        Taken as they are needed.
    threads : int or None
        As in `truebox.evaluate`; with one, every call is made by the thread that asks for what it gives.

    Examples
    --------
    >>> list(by_all_threads(lambda number: number * number, range(5), 2))
    [0, 1, 4, 9, 16]
    """
    count = thread_count(threads) or usable_threads()
    if count < 2:
        yield from map(call, items)
        return
    pool = ThreadPoolExecutor(count)
    waiting: deque[Future[_Made]] = deque()
    try:
        for item in items:
            waiting.append(_begun(pool, call, item))
            if len(waiting) > _AHEAD * count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)  # what runs is waited for: it may write where the caller cleans up


def _begun(pool: ThreadPoolExecutor, call: Callable[[_Item], _Made], item: _Item) -> Future[_Made]:
    try:
        return pool.submit(_alone, call, item)
    except RuntimeError:  # no thread to be had: the one that asks does it
        made: Future[_Made] = Future()
        made.set_result(call(item))
        return made


def _alone(call: Callable[[_Item], _Made], item: _Item) -> _Made:
    with alone():
        return call(item)

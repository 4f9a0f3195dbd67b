"""Calls made by all threads and given back in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from truebox._native.many_calls import by_all_threads
from truebox._native.threads import thread_count


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
def test_what_is_made_comes_in_order(threads: int | None) -> None:
    def made(number: int) -> int:
        time.sleep(0.002 if number % 3 == 0 else 0)
        return -number

    assert list(by_all_threads(made, range(40), threads)) == [-number for number in range(40)]


def test_calls_run_beside_each_other_and_leave_the_native_pool_alone() -> None:
    both = threading.Barrier(2, timeout=20)

    def met(_: int) -> int:
        both.wait()  # passed only where two calls run at once
        return thread_count(None)

    assert list(by_all_threads(met, range(4), 2)) == [1, 1, 1, 1]
    assert thread_count(None) == 0


def test_with_one_thread_the_caller_makes_each_when_it_is_asked_for() -> None:
    made: list[threading.Thread] = []
    found = by_all_threads(lambda _: made.append(threading.current_thread()), range(3), 1)
    assert made == []
    next(found)
    assert made == [threading.current_thread()]


def test_the_first_fault_in_order_is_raised_and_what_is_behind_it_forgotten() -> None:
    begun: set[int] = set()

    def fails(number: int) -> int:
        begun.add(number)
        if number >= 3:
            raise ValueError(str(number))
        return number

    with pytest.raises(ValueError, match=r"^3$"):
        list(by_all_threads(fails, range(1000), 2))
    assert len(begun) < 100


def test_few_are_begun_before_their_turn() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    next(by_all_threads(lambda number: number, numbers(), 2))
    assert len(taken) < 20


def test_where_no_thread_is_to_be_had_the_one_that_asks_does_it(monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(ThreadPoolExecutor, "submit", refuse)
    assert list(by_all_threads(lambda number: number * number, range(5), 4)) == [0, 1, 4, 9, 16]

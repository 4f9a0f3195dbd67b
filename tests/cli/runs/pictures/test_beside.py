"""Many pictures beside each other: as if one came after the other."""

from __future__ import annotations

import threading
import time
import warnings

import pytest

from truebox.cli.runs.pictures import beside
from truebox.cli.runs.pictures.beside import work_beside


@pytest.fixture(params=[1, 2, 5])
def threads(request, monkeypatch):
    monkeypatch.setattr(beside, "usable_threads", lambda: request.param)
    return request.param


@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_everything_is_done_once(threads, count):
    found, counted = [], []
    work_beside(found.append, count, lambda done, of: counted.append((done, of)))
    assert sorted(found) == list(range(count))
    assert counted == [(number + 1, count) for number in range(count)]


def test_as_many_threads_as_there_are(threads):
    everyone = threading.Barrier(threads)
    names = set()

    def meet(number):
        everyone.wait(timeout=20)
        names.add(threading.get_ident())

    work_beside(meet, threads, None)
    assert len(names) == threads


def test_the_first_failure_is_raised_and_what_waits_is_left(threads):
    begun = []

    def fail(number):
        begun.append(number)
        if number == 3:
            time.sleep(0.05)  # a later one fails sooner
        if number >= 3:
            raise ValueError(number)

    with pytest.raises(ValueError, match=r"^3$"):
        work_beside(fail, 1000, None)
    assert len(begun) < 100


def test_warnings_come_in_order(threads):
    def warn(number):
        time.sleep(0.01 * (number % 3 == 0))
        warnings.warn(f"number {number}", UserWarning, stacklevel=1)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        work_beside(warn, 12, None)
    assert [str(each.message) for each in caught] == [f"number {number}" for number in range(12)]
    assert {each.category for each in caught} == {UserWarning}


def test_a_warning_that_is_an_error(threads):
    def warn(number):
        warnings.warn(f"number {number}", UserWarning, stacklevel=1)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="number 0"):
            work_beside(warn, 12, None)

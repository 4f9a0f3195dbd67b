"""Parts made on other threads: the same values, errors where they are asked for, one thread each."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from truebox._native.meanwhile import Meanwhile
from truebox._native.threads import thread_count
from truebox.diagnosis import diagnose
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset


def test_a_call_runs_on_another_thread_and_leaves_the_pool() -> None:
    with Meanwhile.on(2) as meanwhile:
        where = meanwhile.begin(lambda: (threading.current_thread(), thread_count(None), thread_count(8)))
        thread, *counts = where()
    assert thread is not threading.current_thread()
    assert counts == [1, 1]
    assert thread_count(None) == 0, "the calling thread keeps the pool"


def test_with_one_thread_the_caller_does_it_when_asked() -> None:
    made: list[threading.Thread] = []
    with Meanwhile.on(1) as meanwhile:
        later = meanwhile.begin(lambda: made.append(threading.current_thread()))
        assert made == []
        later()
    assert made == [threading.current_thread()]


def test_an_error_comes_when_the_value_is_asked_for() -> None:
    def fail() -> None:
        raise ArgumentError("no meaning here")

    with Meanwhile.on(2) as meanwhile:
        later = meanwhile.begin(fail)
        with pytest.raises(ArgumentError, match="no meaning here"):
            later()


def test_what_is_not_begun_is_forgotten_when_the_caller_fails() -> None:
    hold, begun = threading.Event(), []

    def fail() -> None:
        with Meanwhile.on(2) as meanwhile:
            meanwhile.begin(hold.wait)
            meanwhile.begin(lambda: begun.append(1))
            raise KeyboardInterrupt

    try:
        with pytest.raises(KeyboardInterrupt):
            fail()
    finally:
        hold.set()
    assert begun == []


@pytest.mark.parametrize("protocol", ["coco", "voc"])
def test_a_diagnosis_is_the_same_with_any_number_of_threads(protocol: str) -> None:
    result = evaluate(*make_dataset(80, 5, 20, 3.0, 3), protocol=protocol, mode="corrected")
    one, four = (diagnose(result, replicates=100, threads=threads) for threads in (1, 4))
    assert one.skipped == four.skipped
    assert one.words.sentences == four.words.sentences
    for name in (
        "errors",
        "confusion",
        "intervals",
        "ties",
        "calibration",
        "slices",
        "label_errors",
        "points",
    ):
        mine, other = getattr(one, name), getattr(four, name)
        if hasattr(mine, "to_dict"):
            assert mine.to_dict() == other.to_dict(), name
    assert one.confusion is not None
    assert four.confusion is not None
    np.testing.assert_array_equal(one.confusion.counts, four.confusion.counts)


def test_where_no_thread_is_to_be_had_whoever_asks_does_it(monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(ThreadPoolExecutor, "submit", refuse)
    with Meanwhile.on(4) as meanwhile:
        assert meanwhile.begin(lambda: 2)() == 2

"""Readings begun early are taken once, by exactly the same path."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from truebox._native import begun
from truebox._native.begun import begin_reading, begun_reading


class Reading:
    def __init__(self, path: object, threads: int) -> None:
        self.path, self.threads = path, threads


class OtherReading(Reading):
    pass


@pytest.fixture(autouse=True)
def _nothing_begun() -> Iterator[None]:
    begun._begun.clear()
    yield
    begun._begun.clear()


def test_what_was_begun_is_taken_once() -> None:
    begin_reading(Reading, "a.json")
    (first,) = begun._begun.values()
    assert begun_reading(Reading, "a.json", 0) is first
    again = begun_reading(Reading, "a.json", 0)
    assert again is not first
    assert (again.path, again.threads) == ("a.json", 0)


@pytest.mark.parametrize(
    ("reading", "path", "threads"),
    [(Reading, "b.json", 0), (OtherReading, "a.json", 0), (Reading, "a.json", 1)],
)
def test_anything_else_is_begun_anew(reading: type[Reading], path: str, threads: int) -> None:
    begin_reading(Reading, "a.json")
    found = begun_reading(reading, path, threads)
    assert (type(found), found.path, found.threads) == (reading, path, threads)
    assert len(begun._begun) == 1

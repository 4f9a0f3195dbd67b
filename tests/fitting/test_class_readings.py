"""What class ids may mean instead."""

from __future__ import annotations

from truebox.fitting.class_readings import class_readings
from truebox.records import Ids


def test_whole_numbers_have_three_other_readings():
    readings = {reading.flag: dict(reading.ids) for reading in class_readings(Ids.of([3, 1, 7]))}
    assert readings == {
        "--class-ids +1": {0: 1, 2: 3, 6: 7},
        "--class-ids -1": {2: 1, 4: 3, 8: 7},
        "--class-ids position": {0: 1, 1: 3, 2: 7},
    }


def test_texts_have_none():
    assert list(class_readings(Ids.of(["cat", "dog"]))) == []


def test_each_completes_a_sentence():
    for reading in class_readings(Ids.of([1])):
        assert reading.what
        assert not reading.what.endswith(".")

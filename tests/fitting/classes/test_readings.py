"""What class ids may mean instead."""

from __future__ import annotations

from dataclasses import replace

import truebox as tb
from truebox.fitting.classes.readings import class_reading_by_boxes, class_readings
from truebox.records import Ids


def test_whole_numbers_have_four_other_readings():
    readings = {reading.flag: dict(reading.ids) for reading in class_readings(Ids.of([3, 1, 7]))}
    assert readings == {
        "--class-ids +1": {0: 1, 2: 3, 6: 7},
        "--class-ids -1": {2: 1, 4: 3, 8: 7},
        "--class-ids position": {0: 1, 1: 3, 2: 7},
        "--class-ids coco91": {0: 1, 2: 3, 6: 7},  # the first eleven of COCO's ids are the position + 1
    }


def test_boxes_tell_the_numbers_of_a_truth_that_only_names_its_classes():
    truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 3, "labels": [1, 2, 3]}])
    assert class_reading_by_boxes(truth, [(1, 2)] * 3 + [(2, 1)] * 3) is None
    names = replace(truth.categories, names=("dog", "cat", "cow"), numbered=False)
    truth = replace(truth, categories=names)
    told = class_reading_by_boxes(truth, [(1, 2)] * 3 + [(2, 1)] * 3)
    assert (told.ids, told.flag) == ({1: 2, 2: 1}, "--classes cat,dog,cow")
    assert told.what == "numbered as boxes that overlap tell (1 is cat, 2 is dog)"
    assert class_reading_by_boxes(truth, [(1, 1)] * 3) is None  # as given


def test_texts_have_none():
    assert list(class_readings(Ids.of(["cat", "dog"]))) == []


def test_each_completes_a_sentence():
    for reading in class_readings(Ids.of([1])):
        assert reading.what
        assert not reading.what.endswith(".")

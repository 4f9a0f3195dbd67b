"""Boxes where none can be."""

from __future__ import annotations

from dataclasses import replace

from truebox.checking.box_oddities import boxes_outside, huge_boxes
from truebox.datasets import read_predictions, read_truth

SIZE = {"width": 100, "height": 50}


def truth_of(*boxes, **size):
    return read_truth([{"boxes": [list(box) for box in boxes], "labels": [1] * len(boxes), **size}])


def test_boxes_that_reach_out_are_counted_by_row():
    truth = truth_of((0, 0, 100, 50), (-0.5, 0, 101, 51), (90, 40, 110, 45), (200, 0, 220, 9), **SIZE)
    (found,) = boxes_outside(truth, truth, "annotation")
    assert (found.code, found.count, found.rows) == ("W-471", 2, (2, 3))
    assert found.message.endswith("2 of 4 annotations reach out of their image, 1 of them wholly")


def test_predictions_are_judged_by_the_sizes_of_the_truth():
    truth = truth_of((0, 0, 9, 9), **SIZE)
    found = read_predictions([{"image_id": 0, "category_id": 1, "bbox": [0, 0, 9, 99], "score": 1}])
    assert [each.count for each in boxes_outside(truth, found, "detection")] == [1]


def test_images_of_unknown_size_and_fractions_are_not_judged():
    truth = truth_of((0, 0, 1000, 1000))
    assert list(boxes_outside(truth, truth, "annotation")) == []
    known = replace(truth_of((0, 0, 1000, 9), **SIZE), units="fractions")
    assert list(boxes_outside(known, known, "annotation")) == []


def test_huge_coordinates_are_said():
    truth = truth_of((0, 0, 9, 9), (0, 0, 1e30, 9))
    (found,) = huge_boxes(truth, "annotation")
    assert (found.code, found.rows) == ("W-479", (1,))
    assert list(huge_boxes(truth_of((0, 0, 9, 9)), "annotation")) == []

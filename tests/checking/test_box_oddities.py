"""Boxes where none can be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

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


def test_a_box_is_wholly_out_where_no_pixel_of_it_lies_in_the_image():
    # Left, above, right and below, each touching the edge; then each of them with one pixel within.
    touching = [(-9, 5, 0, 9), (5, -9, 9, 0), (100, 5, 109, 9), (5, 50, 9, 59)]
    within = [(-9, 5, 1, 9), (5, -9, 9, 1), (99, 5, 109, 9), (5, 49, 9, 59)]
    truth = truth_of(*touching, *within, **SIZE)
    (found,) = boxes_outside(truth, truth, "annotation")
    assert found.message.endswith("8 of 8 annotations reach out of their image, 4 of them wholly")
    assert found.rows == (0, 1, 2, 3, 4)  # the first five


def test_a_pixel_beyond_the_edge_is_let_pass_on_every_side():
    on_the_line = [(-1, 5, 9, 9), (5, -1, 9, 9), (90, 5, 101, 9), (5, 40, 9, 51)]
    beyond = [(-1.5, 5, 9, 9), (5, -1.5, 9, 9), (90, 5, 101.5, 9), (5, 40, 9, 51.5)]
    assert list(boxes_outside(truth_of(*on_the_line, **SIZE), truth_of(*on_the_line, **SIZE), "box")) == []
    for box in beyond:
        truth = truth_of(box, **SIZE)
        assert [each.count for each in boxes_outside(truth, truth, "annotation")] == [1]


def test_one_known_side_is_no_size():
    truth = truth_of((0, 0, 9, 99), **SIZE)
    sizes = np.array([[0, 50]])
    half = replace(truth, images=replace(truth.images, sizes=sizes))
    assert list(boxes_outside(half, half, "annotation")) == []


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


def test_ten_million_itself_is_not_beyond_on_either_side():
    assert list(huge_boxes(truth_of((-1e7, 0, 0, 1e7)), "annotation")) == []
    (below,) = huge_boxes(truth_of((0, 0, 9, 9), (-1e7 - 2, 0, 0, 9)), "annotation")
    assert below.rows == (1,)
    (above,) = huge_boxes(truth_of((0, 1e7 + 2, 9, 1e7 + 9)), "annotation")
    assert above.count == 1


def test_half_a_pixel_more_than_ten_million_is_beyond():
    assert [found.rows for found in huge_boxes(truth_of((1e7 + 0.5, 0, 1e7 + 1, 9)), "annotation")] == [(0,)]

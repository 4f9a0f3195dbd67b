"""What rows hold, told by their length (Ultralytics 8.4.190: verify_image_label, Results.save_txt)."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.formats.yolo.label_table import LabelTable
from truebox.datasets.formats.yolo.tasks import Shape, shape_of_rows
from truebox.errors import ArgumentError, InputError


def rows_of(*counts, last=0.25):
    """Rows with so many numbers after the class, the last of each `last`."""
    offsets = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
    numbers = np.full(offsets[-1], 0.5)
    numbers[offsets[1:] - 1] = last
    each = np.arange(len(counts))
    return LabelTable(["a.txt"], each * 0, each + 1, each * 0, offsets, numbers)


@pytest.mark.parametrize(
    ("counts", "scored", "task"),
    [
        ((4, 4), False, "detect"),
        ((5, 5), True, "detect"),
        ((6, 10, 8), False, "segment"),
        ((7, 11, 9), True, "segment"),
        ((6,), False, "segment"),
        ((4 + 51,), False, "pose"),
        ((4 + 51 + 1,), True, "pose"),
        ((), False, "detect"),
    ],
)
def test_lengths_that_tell(counts, scored, task):
    assert shape_of_rows(rows_of(*counts), None, None, scored=scored).task == task


def test_a_whole_number_after_the_confidence_is_a_track():
    shape = shape_of_rows(rows_of(6, 6, last=7), None, None, scored=True)
    assert (shape.task, shape.tracked, shape.tail) == ("detect", True, 2)


@pytest.mark.parametrize(("counts", "scored"), [((8, 8), False), ((9, 9), True)])
def test_four_points_may_be_a_rotated_box_or_a_polygon(counts, scored):
    with pytest.raises(InputError, match=r"E-404 a.txt line 1: .*task=.obb. or task=.segment."):
        shape_of_rows(rows_of(*counts), None, None, scored=scored)
    assert shape_of_rows(rows_of(*counts), "obb", None, scored=scored).task == "obb"
    assert shape_of_rows(rows_of(*counts), "segment", None, scored=scored).task == "segment"


def test_many_equal_even_rows_may_be_poses_of_two_numbers():
    with pytest.raises(InputError, match=r"E-404 .*task=.pose. or task=.segment."):
        shape_of_rows(rows_of(38, 38), None, None, scored=False)
    assert shape_of_rows(rows_of(38, 38), "pose", None, scored=False).point_size == 2
    assert shape_of_rows(rows_of(38, 38), None, 2, scored=False).task == "pose"
    with pytest.raises(InputError, match=r"E-404 .*kpt_shape"):
        shape_of_rows(rows_of(10, 10), "pose", None, scored=False)


@pytest.mark.parametrize(("counts", "task"), [((4,), None), ((6, 10), None), ((4,), "detect"), ((8,), "obb")])
def test_predictions_without_confidence_are_refused(counts, task):
    with pytest.raises(InputError, match=r"E-400 .*no confidence.*save_conf"):
        shape_of_rows(rows_of(*counts), task, None, scored=True)


def test_an_unknown_task_is_refused():
    with pytest.raises(ArgumentError, match=r"task: 'boxes' is unknown"):
        shape_of_rows(rows_of(4), "boxes", None, scored=False)


@pytest.mark.parametrize(
    ("numbers", "size"),
    [(3, 3), (9, 3), (51, 3), (2, 2), (4, 2), (8, 2), (10, 2)],  # x, y and visibility, or x and y alone
)
@pytest.mark.parametrize("scored", [False, True])
def test_points_that_are_asked_for_have_the_numbers_that_fit(numbers, size, scored):
    shape = shape_of_rows(rows_of(4 + numbers + scored), "pose", None, scored=scored)
    assert (shape.task, shape.point_size) == ("pose", size)


def test_points_of_either_size_are_not_guessed():
    with pytest.raises((InputError, ArgumentError)):
        shape_of_rows(rows_of(4 + 6), "pose", None, scored=False)


@pytest.mark.parametrize(
    ("counts", "task", "columns"), [((4, 4), None, 5), ((4,), "detect", 5), ((8,), "obb", 9)]
)
def test_the_columns_of_a_row_without_confidence_are_counted_with_the_class(counts, task, columns):
    with pytest.raises(InputError, match=rf"line 1: {columns} columns: the row has no confidence"):
        shape_of_rows(rows_of(*counts), task, None, scored=True)


@pytest.mark.parametrize(("scored", "columns"), [(False, 9), (True, 10)])
def test_the_columns_of_rows_that_may_be_two_things(scored, columns):
    with pytest.raises(InputError, match=f"all rows have {columns} columns: .*four corners of a rotated box"):
        shape_of_rows(rows_of(8 + scored, 8 + scored), None, None, scored=scored)
    with pytest.raises(InputError, match=f"all rows have {columns + 2} columns: .*a box and keypoints"):
        shape_of_rows(rows_of(10 + scored, 10 + scored), None, None, scored=scored)


@pytest.mark.parametrize(
    ("task", "tail", "fitting"),
    [
        ("detect", (False, False), [4]),
        ("detect", (True, True), [6]),
        ("obb", (True, False), [9]),
        ("segment", (False, False), [6, 8, 10]),
        ("segment", (True, False), [7, 9, 11]),
        ("pose", (False, False), [6, 8, 10]),
    ],
)
def test_which_lengths_fit(task, tail, fitting):
    fits = Shape(task, *tail).fits(np.arange(12))
    assert np.flatnonzero(fits).tolist() == fitting

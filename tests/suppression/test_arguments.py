"""What the room takes and how it says no."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import Box
from truebox.errors import ArgumentError, InputError
from truebox.suppression.arguments import (
    NO_LIMIT,
    as_box_rows,
    as_choice,
    as_fraction,
    as_labels,
    as_most,
    as_overlap_matrix,
    as_score_limit,
    as_scores,
)


def test_single_precision_stays_and_everything_else_becomes_double():
    assert as_box_rows(np.zeros((2, 4), np.float32)).dtype == np.float32
    assert as_box_rows(np.zeros((2, 4), np.float32), double=True).dtype == np.float64
    assert as_box_rows(np.zeros((2, 4), np.float16)).dtype == np.float32
    for dtype in (np.int32, np.uint8, np.float64):
        assert as_box_rows(np.zeros((2, 4), dtype)).dtype == np.float64


def test_strides_and_lists_are_taken():
    wide = np.arange(16.0).reshape(2, 8)
    assert as_box_rows(wide[:, ::2]).tolist() == [[0, 2, 4, 6], [8, 10, 12, 14]]
    assert as_box_rows([[0, 0, 1, 1]]).tolist() == [[0, 0, 1, 1]]
    assert as_box_rows([]).shape == (0, 4)


def test_the_input_is_not_changed():
    boxes = np.array([[0.0, 0.0, 1.0, 1.0]])
    as_box_rows(boxes, pixels="inclusive")
    assert boxes.tolist() == [[0, 0, 1, 1]]


@pytest.mark.parametrize(
    ("boxes", "words"),
    [
        (np.zeros((1, 1, 4)), r"boxes has shape \(1, 1, 4\); expected \[N, 4\]"),
        (np.zeros((2, 3)), r"boxes has shape \(2, 3\)"),
        ([[0, 0, 1], [0, 0, 1, 1]], "boxes has rows of different lengths"),
        ([["a", "b", "c", "d"]], "boxes has dtype"),
    ],
)
def test_what_is_no_list_of_boxes_is_refused(boxes, words):
    with pytest.raises(ArgumentError, match=words):
        as_box_rows(boxes)


def test_bad_boxes_are_refused_as_everywhere():
    with pytest.raises(InputError, match=r"E-190 boxes\[0\]: x_max is inf"):
        as_box_rows(np.array([[0, 0, np.inf, 1]]))
    with pytest.raises(InputError, match=r"E-191 boxes\[1\]: y_max 1 < y_min 5"):
        as_box_rows(np.array([[0, 0, 1, 1], [0, 5, 1, 1]]))
    with pytest.raises(InputError, match=r"E-192 boxes\[0\]: width -1 is negative"):
        as_box_rows([[5, 5, -1, 2]], box_format="xywh")
    with pytest.raises(ArgumentError, match=r"boxes\[0\] has corners beyond the range of float64"):
        as_box_rows([[1e308, 0, 1e308, 1]], box_format="xywh")


def test_box_objects_and_relative_formats_are_taken():
    assert as_box_rows([Box(1, 2, 3, 4)]).tolist() == [[1, 2, 3, 4]]
    assert as_box_rows([[0.5, 0.5, 0.25, 0.5]], box_format="rel_xywh").tolist() == [[0.5, 0.5, 0.75, 1]]


def test_inclusive_corners_grow_and_sizes_do_not():
    assert as_box_rows([[0, 0, 1, 1]], pixels="inclusive").tolist() == [[0, 0, 2, 2]]
    assert as_box_rows([[0, 0, 1, 1]], box_format="xywh", pixels="inclusive").tolist() == [[0, 0, 1, 1]]


def test_unknown_words_are_refused_with_the_choices():
    with pytest.raises(ArgumentError, match="box_format is 'ltrb'; expected one of xyxy, xywh, cxcywh, yxyx"):
        as_box_rows([[0, 0, 1, 1]], box_format="ltrb")
    with pytest.raises(ArgumentError, match="pixels is 'round'; expected 'continuous' or 'inclusive'"):
        as_box_rows([[0, 0, 1, 1]], pixels="round")
    with pytest.raises(ArgumentError, match="x is 'c'; expected one of a, b"):
        as_choice("c", ("a", "b"), "x")


def test_scores():
    assert as_scores([1, 2], 2).dtype == np.float64
    assert as_scores(np.array([1e308, 1e308]), 2).tolist() == [
        1e308,
        1e308,
    ]  # the sum overflows, the scores do not
    with pytest.raises(ArgumentError, match=r"scores has shape \(2, 1\); expected \(2,\)"):
        as_scores([[1], [2]], 2)
    with pytest.raises(ArgumentError, match=r"scores\[1\] is inf"):
        as_scores([1, np.inf], 2)
    with pytest.raises(ArgumentError, match=r"scores\[1\] is -2; expected scores of at least 0"):
        as_scores([1, -2], 2, negative=False)


def test_labels():
    assert as_labels(None, 3) is None
    labels = as_labels(np.array([1, 2], np.uint16), 2)
    assert labels is not None
    assert labels.dtype == np.int64
    with pytest.raises(ArgumentError, match=r"labels has shape \(3,\)"):
        as_labels([1, 2, 3], 2)
    with pytest.raises(ArgumentError, match="labels has dtype float64; expected integers"):
        as_labels([1.5, 2.0], 2)


def test_overlap_matrices():
    assert as_overlap_matrix([]).shape == (0, 0)
    with pytest.raises(ArgumentError, match=r"overlap has shape \(2, 3\)"):
        as_overlap_matrix(np.zeros((2, 3)))
    with pytest.raises(ArgumentError, match=r"overlap\[1, 0\] is nan"):
        as_overlap_matrix([[1, 0], [np.nan, 1]])
    with pytest.raises(ArgumentError, match=r"overlap\[0, 1\] is 7"):
        as_overlap_matrix([[1, 7], [0, 1]])


def test_limits():
    assert as_score_limit(None) == -np.inf
    assert as_score_limit(0.5) == 0.5
    with pytest.raises(ArgumentError, match="score_threshold is NaN"):
        as_score_limit(float("nan"))
    assert as_most(None) == NO_LIMIT
    assert as_most(np.int32(4)) == 4
    with pytest.raises(ArgumentError, match="max_detections is -1"):
        as_most(-1)
    with pytest.raises(ArgumentError, match=r"max_detections is 2\.5"):
        as_most(2.5)
    assert as_fraction(1, "x") == 1.0
    with pytest.raises(ArgumentError, match="x is nan"):
        as_fraction(float("nan"), "x")

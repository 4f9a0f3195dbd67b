"""Parsed COCO to columns; refusals are in tests/faults."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.formats.coco.general import prediction_columns, prediction_table_columns, truth_columns
from truebox.errors import InputError


def test_tuples_are_lists():
    row = {"image_id": 1, "category_id": 2, "bbox": (1, 2, 3, 4), "score": 0.5}
    assert prediction_columns((row,), "x").boxes.tolist() == [[1, 2, 3, 4]]


def test_an_empty_truth_has_empty_columns():
    columns = truth_columns({"images": [], "annotations": [], "categories": []}, "x")
    assert columns.boxes.shape == (0, 4)
    assert (len(columns.image_ids), len(columns.category_names), len(columns.file_names)) == (0, 0, 0)
    assert columns.crowd.dtype == np.uint8


def test_a_table_of_another_shape_is_refused():
    for table in (np.zeros((3, 6)), np.zeros(7), np.full((1, 7), "a")):
        with pytest.raises(InputError, match=r"E-109 x: an array of shape .* need numbers of shape \[N, 7\]"):
            prediction_table_columns(table, "x")


def test_a_bad_row_of_a_table_is_named():
    table = np.array([[1, 1, 2, 3, 4, 0.5, 1], [1.5, 1, 2, 3, 4, 0.5, 1]])
    with pytest.raises(InputError, match=r"E-126 x\[1\]\.image_id: 1\.5 is no exact integer"):
        prediction_table_columns(table, "x")


def test_a_panoptic_truth_is_recognised():
    segments = {"image_id": 1, "file_name": "1.png", "segments_info": [{"id": 3, "category_id": 1}]}
    truth = {"images": [{"id": 1}], "annotations": [segments], "categories": [{"id": 1, "name": "cat"}]}
    for given in (truth, {key: truth[key] for key in ("annotations", "categories")}):
        with pytest.raises(InputError, match=r"segments of panoptic images.*truebox eval") as caught:
            truth_columns(given, "truth.json")
        assert (caught.value.code, caught.value.states) == ("E-108", ("segments_info",))


@pytest.mark.parametrize(
    "given",
    [
        [[0, 0, 9, 9]],
        [tb.Box(0, 0, 9, 9)],
        [np.zeros((1, 4))],
        {"bboxes": [[0, 0, 9, 9]], "classes": [1]},
        [{"bboxes": [[0, 0, 9, 9]], "classes": [1]}],
    ],
)
def test_what_is_nearly_arrays_per_image_is_told_their_form(given):
    with pytest.raises(InputError, match=r'E-108 .*give one mapping per image, {"boxes"'):
        tb.read_truth(given)
    with pytest.raises(InputError, match=r'E-109 .*give one mapping per image, {"boxes".*"scores"'):
        tb.read_predictions(given)


def test_results_may_have_more_keys():
    row = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.5, "class": "cat"}
    assert len(tb.read_predictions([row])) == 1


def test_boxes_of_results_may_be_arrays() -> None:
    row = {"image_id": 1, "category_id": 1, "score": 0.5}
    found = prediction_columns([{**row, "bbox": np.array([1, 2, 3, 4])}], "<predictions>")
    assert found.boxes.tolist() == [[1, 2, 3, 4]]
    with pytest.raises(InputError, match=r"E-120 <predictions>\[0\]\.bbox: 0 numbers, need 4"):
        prediction_columns([{**row, "bbox": np.array([])}], "<predictions>")

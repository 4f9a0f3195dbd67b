"""Each form of data in memory finds its reader, and a layout of boxes is refused where it says nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.datasets.held.held_data import predictions_of_held, truth_of_held
from truebox.datasets.options import ReadOptions
from truebox.errors import ArgumentError

_PARSED = {
    "images": [{"id": 7}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 1, "bbox": [1, 2, 3, 4], "area": 12, "iscrowd": 0}
    ],
    "categories": [{"id": 1, "name": "cat"}],
}
_ARRAYS = [{"boxes": [[1, 2, 4, 6]], "labels": [1]}]
_RESULTS = [{"image_id": 7, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}]


@pytest.mark.parametrize("source", [_PARSED, _ARRAYS])
def test_a_truth_in_any_form_has_the_same_box(source: Any) -> None:
    assert truth_of_held(source, ReadOptions()).boxes.tolist() == [[1, 2, 3, 4]]


@pytest.mark.parametrize(
    "source", [_RESULTS, np.array([[7, 1, 2, 3, 4, 0.5, 1]]), [_ARRAYS[0] | {"scores": [0.5]}]]
)
def test_predictions_in_any_form_have_the_same_box(source: Any) -> None:
    found = predictions_of_held(source, ReadOptions())
    assert found.boxes.tolist() == [[1, 2, 3, 4]]
    assert found.scores.tolist() == [0.5]


def test_records_are_given_back_as_they_are() -> None:
    truth = truth_of_held(_PARSED, ReadOptions())
    assert truth_of_held(truth, ReadOptions()) is truth


def test_a_layout_is_refused_where_boxes_are_known() -> None:
    truth = truth_of_held(_PARSED, ReadOptions())
    for source in (truth, _PARSED):
        with pytest.raises(ArgumentError, match="box_format='xyxy' does not apply"):
            truth_of_held(source, ReadOptions(box_format="xyxy"))

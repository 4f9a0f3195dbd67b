"""Lists and mappings of frameworks' objects."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.memory.detection_objects import (
    are_detection_objects,
    predictions_of_objects,
    truth_of_objects,
)
from truebox.errors import ArgumentError, InputError

ONE = SimpleNamespace(
    xyxy=np.array([[0.0, 0.0, 4.0, 4.0]]),
    class_id=np.array([1]),
    confidence=np.array([0.5]),
    mask=None,
    data={},
)


@pytest.mark.parametrize(
    "source", [[], {}, [[1, 2]], "truth.json", 7, None, np.zeros((2, 7)), {"images": []}]
)
def test_other_things_are_left_alone(source):
    assert not are_detection_objects(source)


def test_one_object_is_not_a_list():
    with pytest.raises(
        InputError, match=r"E-137 predictions: one object, need one per image.*\[predictions\]"
    ):
        tb.read_predictions(ONE)


def test_a_mapping_gives_the_ids():
    found = predictions_of_objects({"a": ONE, "b": ONE})
    assert (found.image.tolist(), found.image_by) == (["a", "b"], "name")
    assert truth_of_objects({3: ONE, 5: ONE}).images.ids.tolist() == [3, 5]


def test_something_else_among_them_is_named():
    with pytest.raises(InputError, match=r"E-453 predictions\[1\]: a int among detections"):
        predictions_of_objects([ONE, 3])


def test_their_boxes_need_no_format():
    with pytest.raises(ArgumentError, match="box_format"):
        tb.read_predictions([ONE], box_format="xywh")

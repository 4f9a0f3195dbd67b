"""Ultralytics' Results, by stand-ins with the attributes of ultralytics 8.4.190."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from format_worlds import metrics

import truebox as tb
from truebox.datasets.memory.objects.ultralytics import arrays_of
from truebox.errors import InputError

BOXES = SimpleNamespace(
    xyxy=np.array([[10.0, 20.0, 30.0, 60.0]]), conf=np.array([0.5]), cls=np.array([1.0]), id=None
)


def results(**more):
    held = {
        "boxes": BOXES,
        "obb": None,
        "masks": None,
        "keypoints": None,
        "names": {0: "cat", 1: "dog"},
        "orig_shape": (480, 640),
        "path": "/data/set/a.jpg",
    }
    return SimpleNamespace(**{**held, **more})


def test_boxes_join_by_class_name_and_file():
    truth = tb.read_truth(
        [{"boxes": [[10, 20, 30, 60]], "labels": ["dog"], "file_name": "set/a.jpg", "image_id": 77}]
    )
    assert metrics(truth, [results()])["AP"] > 0.999
    found = tb.read_predictions([results()], truth=truth)
    assert found.image.tolist() == [77]


def test_pictures_from_memory_count_by_position():
    found = tb.read_predictions([results(path="image0.jpg"), results(path="image1.jpg")])
    assert found.image.tolist() == [0, 1]


def test_results_can_be_a_truth():
    truth = tb.read_truth([results()])
    assert (truth.images.ids.tolist(), truth.images.sizes.tolist()) == (["/data/set/a"], [[640, 480]])


def test_rotated_boxes_give_their_extents():
    corners = np.array([[[10, 0], [20, 10], [10, 20], [0, 10]]], dtype=np.float32)
    obb = SimpleNamespace(xyxyxyxy=corners, conf=BOXES.conf, cls=BOXES.cls, id=None)
    held = arrays_of(results(boxes=None, obb=obb), "predictions", "boxes")
    assert held["boxes"].tolist() == [[0, 0, 20, 20]]


def test_masks_must_have_the_size_of_the_picture():
    small = results(masks=SimpleNamespace(data=np.ones((1, 12, 16))))
    with pytest.raises(InputError, match=r"E-453 .*retina_masks=True"):
        arrays_of(small, "predictions", "masks")
    whole = results(masks=SimpleNamespace(data=np.ones((1, 480, 640))))
    assert arrays_of(whole, "predictions", "masks")["masks"].all()
    with pytest.raises(InputError, match=r"E-453 .*masks is missing"):
        arrays_of(results(), "predictions", "masks")


def test_keypoints_with_and_without_visibility():
    for last, seen in ((np.array([[[1, 2], [3, 4]]]), 1), (np.array([[[1, 2, 0.5], [3, 4, 0.5]]]), 0.5)):
        held = arrays_of(results(keypoints=SimpleNamespace(data=last)), "predictions", "keypoints")
        assert held["keypoints"].tolist() == [[[1, 2, seen], [3, 4, seen]]]


def test_a_classifier_has_no_boxes():
    with pytest.raises(InputError, match=r"E-453 .*a task without boxes"):
        tb.read_predictions([results(boxes=None)])

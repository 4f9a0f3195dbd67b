"""Detectron2's Instances, by stand-ins."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.memory.objects.detectron2 import arrays_of
from truebox.errors import InputError


def instances(boxes=((10.0, 20.0, 30.0, 60.0),), **more):
    held = {
        "image_size": (480, 640),
        "pred_boxes": SimpleNamespace(tensor=np.array(boxes)),
        "scores": np.array([0.5]),
        "pred_classes": np.array([1]),
    }
    return SimpleNamespace(**{**held, **more})


def test_what_a_model_returns():
    for each in (instances(), {"instances": instances()}):
        found = tb.read_predictions([each])
        assert (found.boxes.tolist(), found.scores.tolist()) == ([[10, 20, 20, 40]], [0.5])
    named = {"instances": instances(), "image_id": 7, "file_name": "a.jpg"}
    assert tb.read_predictions([named]).image.tolist() == [7]


def test_rotated_boxes_turn_the_other_way():
    # Centre (20, 15), 40 x 10, a quarter turn: the upright box is 10 x 40 whichever way.
    found = tb.read_predictions([instances([[20, 15, 40, 10, 90]])])
    np.testing.assert_allclose(found.boxes, [[15, -5, 10, 40]], atol=1e-12)
    # A small turn counter-clockwise (y down) lifts the right end: by hand, sin 30 = 1/2.
    found = tb.read_predictions([instances([[0, 0, 4, 0, 30]])])
    np.testing.assert_allclose(found.boxes, [[-np.sqrt(3), -1, 2 * np.sqrt(3), 2]], atol=1e-12)


def test_the_truth():
    true = SimpleNamespace(
        image_size=(480, 640),
        gt_boxes=SimpleNamespace(tensor=np.array([[10.0, 20.0, 30.0, 60.0]])),
        gt_classes=np.array([1]),
    )
    assert tb.read_truth([{"instances": true}]).images.sizes.tolist() == [[640, 480]]
    with pytest.raises(InputError, match=r"E-453 detectron2 Instances: pred_boxes is missing"):
        tb.read_predictions([true])


def test_keypoints():
    found = tb.read_predictions([instances(pred_keypoints=np.ones((1, 17, 3)))], geometry="keypoints")
    assert found.keypoints.points.shape == (1, 17, 3)


@pytest.mark.parametrize(
    "other",
    [
        SimpleNamespace(image_size=(4, 5)),
        SimpleNamespace(pred_boxes=SimpleNamespace(tensor=np.zeros((0, 4)))),
        SimpleNamespace(gt_boxes=SimpleNamespace(tensor=np.zeros((0, 4)))),
        {"instances": None},
        {"image_size": (4, 5)},
    ],
)
def test_what_is_not_theirs_is_left_to_others(other):
    assert arrays_of(other, "predictions", "boxes") is None

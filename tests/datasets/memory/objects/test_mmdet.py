"""MMDetection's samples, by stand-ins with the attributes of mmdet 3.3.0."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError


def instances(**more):
    held = {
        "bboxes": np.array([[10.0, 20.0, 30.0, 60.0]]),
        "labels": np.array([1]),
        "scores": np.array([0.5]),
    }
    return SimpleNamespace(**{**held, **more})


def sample(**more):
    held = {"pred_instances": instances(), "img_id": 7, "img_path": "set/a.jpg", "ori_shape": (480, 640)}
    return SimpleNamespace(**{**held, **more})


def test_predictions_name_their_image_by_id():
    found = tb.read_predictions([sample()])
    assert (found.image.tolist(), found.boxes.tolist()) == ([7], [[10, 20, 20, 40]])


def test_dictionaries_of_the_evaluator():
    found = tb.read_predictions([{"pred_instances": vars(instances()), "img_id": 7}])
    assert (found.image.tolist(), found.category.tolist()) == ([7], [1])


def test_boxes_may_be_wrapped_and_be_tensors():
    torch = pytest.importorskip("torch")
    wrapped = SimpleNamespace(tensor=torch.tensor([[10.0, 20.0, 30.0, 60.0]], requires_grad=True))
    found = tb.read_predictions([sample(pred_instances=instances(bboxes=wrapped))])
    assert found.boxes.tolist() == [[10, 20, 20, 40]]


def test_the_truth_with_what_is_ignored():
    truth = tb.read_truth(
        [sample(gt_instances=instances(), ignored_instances=instances(labels=np.array([0])))]
    )
    assert (truth.ignore.tolist(), truth.category.tolist()) == ([0, 1], [1, 0])
    assert (truth.images.sizes.tolist(), list(truth.images.file_names)) == ([[640, 480]], ["set/a.jpg"])
    with pytest.raises(InputError, match=r"E-453 mmdet DetDataSample: gt_instances is missing"):
        tb.read_truth([sample()])

"""supervision's Detections: a stand-in with its attributes, and the package itself where it is installed."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from format_worlds import metrics

import truebox as tb
from truebox.datasets.memory.objects.supervision import arrays_of
from truebox.errors import InputError


def stand_in(**more):
    held = {
        "xyxy": np.array([[10.0, 20.0, 30.0, 60.0]], dtype=np.float32),
        "mask": None,
        "confidence": np.array([0.5], dtype=np.float32),
        "class_id": np.array([3]),
        "tracker_id": None,
        "data": {},
        "metadata": {},
    }
    return SimpleNamespace(**{**held, **more})


def test_corners_classes_and_confidences():
    found = tb.read_predictions([stand_in(), stand_in()])
    assert found.boxes.tolist() == [[10, 20, 20, 40]] * 2
    assert (found.scores.tolist(), found.image.tolist(), found.category.tolist()) == (
        [0.5, 0.5],
        [0, 1],
        [3, 3],
    )
    assert found.source.description == "supervision Detections"


def test_names_of_classes_are_joined_by_name():
    truth = tb.read_truth([{"boxes": [[10, 20, 30, 60]], "labels": ["cat"]}])
    found = stand_in(data={"class_name": np.array(["cat"])})
    assert metrics(truth, [found])["AP"] > 0.999
    assert arrays_of(found, "predictions", "boxes")["labels"] == ["cat"]


def test_a_truth_needs_no_confidence():
    truth = tb.read_truth({"a": stand_in(confidence=None)})
    assert (len(truth), truth.images.ids.tolist()) == (1, ["a"])
    with pytest.raises(InputError, match=r"E-453 supervision.Detections: confidence is missing"):
        tb.read_predictions([stand_in(confidence=None)])
    with pytest.raises(InputError, match=r"E-453 .*class_id"):
        tb.read_predictions([stand_in(class_id=None)])


def test_masks_are_read_where_they_are_evaluated():
    mask = np.zeros((1, 4, 4), dtype=bool)
    mask[0, 1:3, 1:3] = True
    truth = tb.read_truth([stand_in(mask=mask)], geometry="masks")
    assert truth.area.tolist() == [4]


def test_the_package_itself():
    supervision = pytest.importorskip("supervision", reason="supervision is not installed")
    empty = supervision.Detections.empty()
    full = supervision.Detections(
        xyxy=np.array([[10, 20, 30, 60.5]]),
        confidence=np.array([0.5]),
        class_id=np.array([0]),
        data={"class_name": np.array(["cat"])},
    )
    truth = tb.read_truth([{"boxes": [], "labels": []}, {"boxes": [[10, 20, 30, 60.5]], "labels": ["cat"]}])
    assert metrics(truth, [empty, full])["AP"] > 0.999

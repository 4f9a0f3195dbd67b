"""The result as plain values."""

from __future__ import annotations

import dataclasses
import hashlib
import json

import pytest
from panoptic_scenes import scene, write_scene

from truebox.evaluation import evaluate, evaluate_panoptic

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_document(tmp_path):
    truth, predictions = scene(5)
    paths = write_scene(tmp_path, "truth", truth), write_scene(tmp_path, "found", predictions)
    result = evaluate_panoptic(*paths)
    document = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert list(document) == ["format_version", "truebox", "protocol", "truth", "results", "gates"]
    assert document["protocol"] == {
        "name": "panoptic", "mode": "strict", "geometry": "panoptic", "iou_thresholds": [0.5]
    }  # fmt: skip
    assert document["truth"]["sha256"] == hashlib.sha256(paths[0].read_bytes()).hexdigest()
    assert document["truth"]["images"] == 3
    one = document["results"][0]
    assert one["metrics"] == dict(result.metrics)
    assert one["per_class"][0]["id"] == 3
    assert one["per_class"][0]["PQ"] == result.per_class[0].metrics["PQ"]
    assert one["per_class"][-1]["PQ"] is None
    assert one["detections"] == sum(len(entry["segments_info"]) for entry in predictions["annotations"])


def test_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        evaluate_panoptic(*scene(1)).mode = "corrected"


def test_evaluate_gives_the_same():
    truth, predictions = scene(5)
    found = evaluate(truth, predictions, protocol="panoptic", mode="corrected", threads=1)
    assert found.metrics == evaluate_panoptic(truth, predictions, mode="corrected").metrics
    assert found.protocol == "panoptic"

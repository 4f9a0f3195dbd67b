"""A result as arrays and as plain values."""

from __future__ import annotations

import dataclasses
import pickle

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox.errors import TrueboxWarning
from truebox.evaluation import Result, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def a_result() -> Result:
    truth, detections = coco_worlds.world(np.random.default_rng(2))
    return evaluate(truth_records(truth), prediction_records(detections))


def test_shapes() -> None:
    result = a_result()
    classes = len(result.per_class)
    assert result.precision.shape == result.scores.shape == (10, 101, classes, 4, 3)
    assert result.recall.shape == (10, classes, 4, 3)
    assert result.to_coco_eval()["stats"].shape == (12,)


def test_metric_names() -> None:
    assert list(a_result().metrics) == [
        "AP",
        "AP50",
        "AP75",
        "APs",
        "APm",
        "APl",
        "AR1",
        "AR10",
        "AR100",
        "ARs",
        "ARm",
        "ARl",
    ]


def test_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        a_result().mode = "corrected"  # type: ignore[misc]


def test_a_line_at_a_prompt() -> None:
    result = a_result()
    line = repr(result)
    assert line.startswith(f"<Result AP {result.metrics['AP']:.4f}: coco boxes, strict, ")
    assert f"{result.detections:,} detections" in line
    undefined = dataclasses.replace(result, metrics={"AP": None})
    assert "AP undefined" in repr(undefined)
    counts = len(result.matches.detections), len(result.matches.truths), len(result.matches.pairs)
    assert repr(result.matches) == "<MatchTable {:,} detections, {:,} truths, {:,} overlaps>".format(*counts)


def test_a_pickled_result_makes_the_same_matches() -> None:
    result = a_result()
    copied = pickle.loads(pickle.dumps(result))
    assert copied.metrics == result.metrics
    assert copied.matches.to_dict() == result.matches.to_dict()


def test_errors_of_a_protocol_that_names_them_by_class_are_better_when_they_fall():
    """Those of nuScenes depend on which classes there are: the truth says it."""
    box = {
        "translation": [1.0, 2, 1],
        "size": [2.0, 4, 1.5],
        "rotation": [1.0, 0, 0, 0],
        "velocity": [0.0, 0],
    }
    box |= {"sample_token": "a", "ego_translation": [1.0, 2, 1], "num_pts": 9, "detection_name": "car"}
    box |= {"detection_score": 0.5, "attribute_name": "vehicle.moving"}
    side = {"meta": {}, "results": {"a": [box]}}
    with pytest.warns(TrueboxWarning):
        result = evaluate(side, side, protocol="nuscenes")
    assert result.less_is_better == {"ATE", "ASE", "AOE", "AVE", "AAE"}
    assert result.headline == "NDS"

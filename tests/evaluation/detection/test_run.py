"""Results per class, beside the headline."""

from __future__ import annotations

from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox.evaluation import Result, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def a_world(**chosen: Any) -> coco_worlds.World:
    return coco_worlds.world(np.random.default_rng(21), **chosen)


def evaluated(truth: dict[str, Any], detections: list[dict[str, Any]], **chosen: Any) -> Result:
    return evaluate(truth_records(truth), prediction_records(detections), **chosen)


def test_per_class_averages_to_the_headline() -> None:
    truth, detections = a_world(irregular=False)
    result = evaluated(truth, detections)
    for key in ("AP", "AP50", "APs", "AR100"):
        values = [entry.metrics[key] for entry in result.per_class if entry.metrics[key] is not None]
        assert np.mean(values) == pytest.approx(result.metrics[key])
    assert [entry.id for entry in result.per_class] == sorted(
        category["id"] for category in truth["categories"]
    )
    for entry in result.per_class:
        mine = [row for row in truth["annotations"] if row["category_id"] == entry.id]
        assert entry.truths == len([row for row in mine if not row["iscrowd"]])
        assert entry.images == len({row["image_id"] for row in mine})
        assert entry.detections == len([row for row in detections if row["category_id"] == entry.id])


def test_a_single_class_has_the_headline_to_the_last_bit() -> None:
    truth, detections = a_world(classes=1)
    result = evaluated(truth, detections)
    for key, value in result.per_class[0].metrics.items():
        assert value == result.metrics[key]


def test_class_agnostic_has_no_classes() -> None:
    result = evaluated(*a_world(), class_agnostic=True)
    assert result.per_class == ()
    assert result.precision.shape[2] == 1

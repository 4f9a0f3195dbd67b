"""Names and reasons of the headline under other parameters."""

from __future__ import annotations

from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from reference_coco import reference_coco

from truebox.evaluation import Result, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def evaluated(**chosen: Any) -> Result:
    truth, detections = coco_worlds.world(np.random.default_rng(2), irregular=False)
    return evaluate(truth_records(truth), prediction_records(detections), **chosen)


def test_names_follow_caps_and_labels() -> None:
    result = evaluated(
        max_detections=[3, 7, 20, 100], area_ranges={"all": (0, 1e10), "tiny": (0, 99), "large": (99, 1e10)}
    )
    assert list(result.metrics) == (
        ["AP", "AP50", "AP75", "AP[tiny]", "APl", "AR3", "AR7", "AR20", "AR100", "AR[tiny]", "ARl"]
    )


@pytest.mark.parametrize(
    ("chosen", "key", "reason"),
    [
        ({"area_ranges": {"all": (0, 1e10), "small": (0, 1)}}, "APs", "no truth of small size"),
        ({"area_ranges": {"small": (0, 1e10)}}, "AP", "no area range is called 'all'"),
        ({"iou_thresholds": [0.3]}, "AP50", "no IoU threshold is 0.5"),
        (
            {"max_detections": [1, 2, 3]},
            "AP",
            "AP is read at 100 detections per image, and max_detections is 1, 2, 3",
        ),
        ({"images": []}, "AP", "no images"),
        ({"categories": []}, "AP", "no categories"),
    ],
)
def test_reasons(chosen: dict[str, Any], key: str, reason: str) -> None:
    result = evaluated(**chosen)
    assert result.metrics[key] is None
    assert result.undefined[key] == reason
    assert set(result.undefined) == {name for name, value in result.metrics.items() if value is None}


def test_only_crowd_regions() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(2), irregular=False)
    for annotation in truth["annotations"]:
        annotation["iscrowd"] = 1
    result = evaluate(truth_records(truth), prediction_records(detections))
    assert result.undefined["AP"] == "no truth that counts"
    assert all(entry.metrics["AP"] is None for entry in result.per_class)
    assert (reference_coco(truth, detections)["stats"] == -1).all()

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


def _squares(images: int, classes: int, per_image: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Squares apart from each other in every image, and detections that sit on them, the first the surest."""
    rows = [
        {"image_id": image, "category_id": 1 + place % classes, "bbox": [40.0 * place, 0.0, 20.0, 20.0]}
        for image in range(1, images + 1)
        for place in range(per_image)
    ]
    truth = {
        "images": [{"id": image} for image in range(1, images + 1)],
        "categories": [{"id": number, "name": f"class {number}"} for number in range(1, classes + 1)],
        "annotations": [{"id": n, "area": 400.0, "iscrowd": 0, **row} for n, row in enumerate(rows, 1)],
    }
    return truth, [{"score": 0.9 - n / 1000, **row} for n, row in enumerate(rows)]


def test_four_small_caps() -> None:
    # Four objects of an image, all found. The reference reads AP at a literal 100, and what else has no cap
    # in its name at the third cap: of three detections, recall .75, so 76 of 101 precisions are 1. Corrected,
    # the last cap is read: of four.
    truth, found = _squares(1, 1, 4)
    strict = evaluate(truth, found, max_detections=[1, 2, 3, 4])
    assert strict.metrics["AP"] is None
    assert strict.undefined["AP"] == (
        "AP is read at 100 detections per image, and max_detections is 1, 2, 3, 4"
    )
    assert {key: strict.metrics[key] for key in ("AP50", "APs", "AR1", "AR2", "AR3", "AR4", "ARs")} == {
        "AP50": pytest.approx(76 / 101), "APs": pytest.approx(76 / 101), "AR1": 0.25, "AR2": 0.5, "AR3": 0.75,
        "AR4": 1.0, "ARs": 0.75,
    }  # fmt: skip
    stats = [-1, 76 / 101, 76 / 101, 76 / 101, -1, -1, 0.25, 0.5, 0.75, 0.75, -1, -1]
    assert strict.to_coco_eval()["stats"].tolist() == pytest.approx(stats)
    corrected = evaluate(truth, found, max_detections=[1, 2, 3, 4], mode="corrected")
    assert {key: corrected.metrics[key] for key in ("AP", "AP50", "APs", "AR3", "AR4", "ARs")} == {
        "AP": 1.0, "AP50": 1.0, "APs": 1.0, "AR3": 0.75, "AR4": 1.0, "ARs": 1.0,
    }  # fmt: skip
    assert corrected.per_class[0].metrics["AR4"] == 1.0
    assert "AR3" not in corrected.per_class[0].metrics


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_classes_without_truth_are_in_no_mean(mode: Any) -> None:
    # Class 1 is found, class 2 is missed, class 3 has no truth and a detection: (1 + 0) / 2 in every number.
    truth, found = _squares(2, 3, 3)
    truth["annotations"] = [row for row in truth["annotations"] if row["category_id"] < 3]
    found = [row for row in found if row["category_id"] != 2]
    result = evaluate(truth, found, mode=mode)
    for key in ("AP", "AP50", "AP75", "APs", "AR1", "AR100", "ARs"):
        assert result.metrics[key] == pytest.approx(0.5), key
    assert [entry.metrics["AP"] for entry in result.per_class] == [1.0, 0.0, None]
    assert [result.metrics[key] for key in ("APm", "ARl")] == [None, None]


def test_a_size_is_a_mean_over_the_classes_that_have_it() -> None:
    # Class 1 has small squares alone, class 2 large ones alone, and only those of class 1 are found.
    truth, found = _squares(2, 2, 2)
    for row in truth["annotations"]:
        row["area"] = 400.0 if row["category_id"] == 1 else 10_000.0
    result = evaluate(truth, [row for row in found if row["category_id"] == 1], mode="corrected")
    assert [result.metrics[key] for key in ("AP", "APs", "APm", "APl")] == [
        pytest.approx(0.5), pytest.approx(1.0), None, 0.0,
    ]  # fmt: skip

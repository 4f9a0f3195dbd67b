"""Error types and their cost equal tidecv 1.0.1, run live on generated data."""

from __future__ import annotations

from typing import Any

import coco_worlds
import numpy as np
import pytest
import shape_worlds

from truebox.diagnosis import errors
from truebox.diagnosis.causes.error_breakdown import SHORT_NAMES
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore")

pytest.importorskip("cv2", reason="tidecv imports it")
tidecv = pytest.importorskip("tidecv", reason="the reference of the error types")


def reference(
    truth: dict[str, Any], found: list[dict[str, Any]], masks: bool
) -> tuple[dict[str, float], dict[str, int]]:
    """AP and costs in per cent under tidecv's names, and how many errors of each type."""
    from tidecv import functions

    sizes = {image["id"]: (image["width"], image["height"]) for image in truth["images"]}

    def mask(entry: dict[str, Any]) -> Any:
        return functions.toRLE(entry["segmentation"], *sizes[entry["image_id"]]) if masks else None

    true, predicted = tidecv.Data("true"), tidecv.Data("predicted")
    for image in truth["images"]:
        true.add_image(image["id"], str(image["id"]))
    for category in truth["categories"]:
        true.add_class(category["id"], category["name"])
    for entry in truth["annotations"]:
        add = true.add_ignore_region if entry["iscrowd"] else true.add_ground_truth
        add(entry["image_id"], entry["category_id"], entry["bbox"], mask(entry))
    for entry in found:
        place = entry["image_id"], entry["category_id"], entry["score"]
        predicted.add_detection(*place, entry.get("bbox"), mask(entry))
    tide = tidecv.TIDE()
    run = tide.evaluate(true, predicted, mode=tide.MASK if masks else tide.BOX)
    found_errors = tide.get_all_errors()
    values = {"ap": run.ap, **found_errors["main"]["predicted"], **found_errors["special"]["predicted"]}
    # It counts what lies in a crowd region too, which is no error.
    counts = {
        kind.short_name: sum(
            1 for error in listed if not hasattr(error, "pred") or error.pred["used"] is not None
        )
        for kind, listed in run.error_dict.items()
    }
    return values, counts


def compare(truth: dict[str, Any], found: list[dict[str, Any]], masks: bool, context: str) -> int:
    result = evaluate(truth, found, geometry="masks" if masks else "boxes", max_detections=[1, 10, 1000])
    ours = errors(result)
    theirs, counts = reference(truth, found, masks)
    values = {"ap": ours.ap, "FalsePos": ours.special["false_positive"]}
    values["FalseNeg"] = ours.special["false_negative"]
    values |= {SHORT_NAMES[name]: loss for name, loss in ours.loss.items()}
    percent = {name: 100 * (value or 0.0) for name, value in values.items()}
    assert percent == pytest.approx(theirs, abs=1e-9), context
    assert {SHORT_NAMES[name]: count for name, count in ours.counts.items()} == counts, context
    return sum(ours.counts.values())


def test_boxes() -> None:
    total = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        truth, found = coco_worlds.world(rng, images=5, irregular=seed % 3 != 0)
        known = {image["id"] for image in truth["images"]}
        truth["annotations"] = [entry for entry in truth["annotations"] if entry["image_id"] in known]
        for number, entry in enumerate(truth["annotations"], start=1):
            entry["id"] = number  # annotations that share an id mean something else to the evaluation
            entry["area"] = min(entry["area"], 1e9)  # beyond 1e10 the reference's "all" ends
        total += compare(truth, found, False, f"seed {seed}")
    assert total > 1000


def test_masks() -> None:
    total = 0
    for seed in range(15):
        rng = np.random.default_rng(100 + seed)
        truth, found = shape_worlds.mask_world(rng, boxed=False)
        total += compare(truth, found, True, f"seed {seed}")
    assert total > 200


def test_more_than_a_hundred_detections_of_an_image() -> None:
    rng = np.random.default_rng(7)
    truth, found = coco_worlds.world(rng, images=3, classes=4, truths=10, detections=120, irregular=False)
    assert len(found) > 300
    assert compare(truth, found, False, "many") > 200

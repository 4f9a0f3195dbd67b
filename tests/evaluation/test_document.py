"""The version 1 document: keys, plain values, nothing undefined in band."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox.evaluation import evaluate
from truebox.records import Source

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_keys_and_values(tmp_path: Path) -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(2))
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth), encoding="utf-8")
    records = replace(truth_records(truth), source=Source(str(path), "coco", "COCO JSON", path))
    result = evaluate(
        records, prediction_records(detections), area_ranges={"all": (0, float("inf")), "none": (1, 1)}
    )
    document = result.to_dict()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert list(document) == ["format_version", "truebox", "protocol", "truth", "results", "gates"]
    assert document["format_version"] == 1
    assert list(document["protocol"]) == [
        "name",
        "mode",
        "geometry",
        "iou_thresholds",
        "recall_thresholds",
        "max_detections",
        "area_ranges",
        "class_agnostic",
    ]
    assert document["protocol"]["area_ranges"]["all"] == [0.0, None]
    assert list(document["truth"]) == ["path", "format", "images", "truths", "categories", "sha256"]
    assert document["truth"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    (one,) = document["results"]
    assert list(one) == [
        "name",
        "format",
        "detections",
        "evaluated",
        "metrics",
        "undefined",
        "per_class",
        "warnings",
    ]
    assert one["metrics"]["AP[none]"] is None
    assert one["undefined"]["AP[none]"] == "no truth with an area in 'none', 1 to 1"
    assert list(one["per_class"][0])[:4] == ["id", "name", "truths", "detections"]
    assert set(result.per_class[0].metrics) <= set(one["per_class"][0])
    assert all(set(entry) == {"code", "message", "count"} for entry in one["warnings"])


@pytest.mark.parametrize("class_agnostic", [False, True])
def test_the_document_says_how_much_of_the_data_was_evaluated(class_agnostic: bool) -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(2))
    image, category = truth["images"][0]["id"], truth["categories"][0]["id"]

    def chosen(row: dict) -> bool:
        return row["image_id"] == image and row["category_id"] == category

    document = evaluate(
        truth_records(truth),
        prediction_records(detections),
        images=[image],
        categories=[category],
        class_agnostic=class_agnostic,
    ).to_dict()
    assert document["protocol"]["class_agnostic"] is class_agnostic
    assert document["truth"]["images"] == len(truth["images"])
    assert document["results"][0]["evaluated"] == {
        "images": 1,
        "truths": sum(chosen(row) and not row["iscrowd"] for row in truth["annotations"]),
        "detections": sum(map(chosen, detections)),
    }


def test_data_from_memory_has_no_hash() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(2))
    document = evaluate(truth_records(truth), prediction_records(detections)).to_dict()
    assert document["truth"]["sha256"] is None

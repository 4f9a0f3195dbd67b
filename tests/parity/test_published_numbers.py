"""Real data with the numbers their owners and the reference publish, from the shared fixtures."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from fixtures_folder import fixture, needs_fixtures
from reference_coco import assert_identical, reference_coco

from truebox.evaluation import Result, evaluate

pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

SINGLE = [
    "cocoapi_val2014_100__bbox",
    "fce_ignore",
    "fce_simple",
    "padilla_database_voc100",
    "padilla_test_coco_eval",
]


def expected(name: str) -> dict[str, Any]:
    return json.loads(fixture(f"expected/{name}.json").read_text(encoding="utf-8"))


def loaded(truth: str, detections: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    true, found = (json.loads(fixture(path).read_text(encoding="utf-8")) for path in (truth, detections))
    if true["images"] and isinstance(true["images"][0]["id"], str):  # see the note in fce_ignore.json
        for entry, key in [
            *((i, "id") for i in true["images"]),
            *((a, "image_id") for a in true["annotations"]),
        ]:
            entry[key] = int(entry[key])
    return true, found


def evaluated(truth: dict[str, Any], detections: list[dict[str, Any]], **chosen: Any) -> Result:
    return evaluate(truth_records(truth), prediction_records(detections), **chosen)


@pytest.mark.parametrize("name", SINGLE)
def test_published_summary(name: str) -> None:
    record = expected(name)
    truth, detections = loaded(record["gt"], record["dt"])
    result = evaluated(truth, detections)
    for key, value in record["raw"]["bbox"]["stats"].items():
        if key in result.metrics:
            ours = result.metrics[key]
            assert (-1.0 if ours is None else ours) == value, key
    assert_identical(result.to_coco_eval(), reference_coco(truth, detections))


def test_cocoapi_readme_number() -> None:
    record = expected("cocoapi_val2014_100__bbox")
    result = evaluated(*loaded(record["gt"], record["dt"]))
    assert round(result.metrics["AP"] or 0, 12) == 0.504580698725  # as published with cocoapi's evalDemo


def test_parameter_variants() -> None:
    names = {"iouThrs": "iou_thresholds", "recThrs": "recall_thresholds", "maxDets": "max_detections"}
    checked = 0
    for label, variant in expected("coco_param_variants").items():
        given = variant["params"]
        chosen = {ours: given[theirs] for theirs, ours in names.items() if theirs in given}
        if "areaRng" in given:
            chosen["area_ranges"] = dict(zip(given["areaRngLbl"], given["areaRng"], strict=True))
        if given.get("useCats") == 0:
            chosen["class_agnostic"] = True
        known = {*names, "areaRng", "areaRngLbl", "useCats"}
        assert set(given) <= known, label
        result = evaluated(*loaded(*variant["pair"]), **chosen)
        precision = result.precision[..., 0, -1]
        assert np.mean(precision[precision > -1]) == variant["AP_all_lastMaxDet"], label
        for m, value in enumerate(variant["AR_per_maxDet"]):
            recall = result.recall[..., 0, m]
            assert np.mean(recall[recall > -1]) == value, label
        for a, value in enumerate(variant["AP_per_area"]):
            precision = result.precision[..., a, -1]
            assert np.mean(precision[precision > -1]) == value, label
        checked += 1
    assert checked >= 6

"""COCO as a value: its parameters, its questions and its lines. Its numbers are in tests/parity."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation import Quirk, evaluate
from truebox.evaluation.protocols.coco import PROTOCOL, coco_defaults, threshold_name
from truebox.report import to_coco_text

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = {"image_id": 1, "category_id": 1, "bbox": [0.0, 0, 9, 9]}
TRUTH = {
    "images": [{"id": 1}],
    "annotations": [{**BOX, "id": 1, "area": 81.0, "iscrowd": 0}],
    "categories": [{"id": 1, "name": "cat"}],
}


def test_defaults_by_geometry() -> None:
    boxes, points = (coco_defaults(geometry, Quirk.NONE) for geometry in ("boxes", "keypoints"))
    assert (boxes.max_detections, points.max_detections) == ((1, 10, 100), (20,))
    assert list(boxes.area_ranges) == ["all", "small", "medium", "large"]
    assert list(points.area_ranges) == ["all", "medium", "large"]
    assert coco_defaults("boxes", Quirk.ALL).iou_thresholds.tolist() == [n / 100 for n in range(50, 100, 5)]


def test_strict_mode_mends_nothing_and_corrected_mode_all() -> None:
    assert (PROTOCOL.mended("strict"), PROTOCOL.mended("corrected")) == (Quirk.NONE, Quirk.ALL)


def test_the_vector_has_twelve_places_whatever_the_caps() -> None:
    result = evaluate(TRUTH, [{**BOX, "score": 0.5}], max_detections=[1, 100])
    assert len(result.stats) == 12
    assert result.stats[8] == -1
    assert list(result.per_class[0].metrics) == ["AP", "AP50", "AP75", "APs", "APm", "APl", "AR100"]


def test_lines_need_three_caps() -> None:
    result = evaluate(TRUTH, [{**BOX, "score": 0.5}], max_detections=[100])
    with pytest.raises(ValueError, match="three max_detections"):
        to_coco_text(result)


PICTURES = [{"boxes": [[0, 0, 100, 100]], "labels": ["cat"]}]
# IoU 0.72 with the truth.
FOUND = [{"boxes": [[0, 0, 100, 72]], "labels": ["cat"], "scores": [0.9]}]
USUAL = ["AP", "AP50", "AP75", "APs", "APm", "APl", "AR1", "AR10", "AR100", "ARs", "ARm", "ARl"]


def evaluated(**options):
    return tb.evaluate(PICTURES, FOUND, mode="corrected", **options)


def test_the_usual_thresholds_have_the_usual_keys():
    assert list(evaluated().metrics) == USUAL
    assert list(evaluated(iou_thresholds=np.linspace(0.5, 0.95, 10)).metrics) == USUAL


@pytest.mark.parametrize("protocol", ["coco", "voc", "voc2007"])
def test_every_threshold_that_is_asked_for_has_a_key(protocol):
    metrics = evaluated(iou_thresholds=[0.6, 0.72, 0.75, 0.8], protocol=protocol).metrics
    assert {key: metrics[key] for key in ("AP60", "AP72", "AP75", "AP80")} == {
        "AP60": 1,
        "AP72": 1,
        "AP75": 0,
        "AP80": 0,
    }
    assert evaluated(iou_thresholds=[0.75], protocol=protocol).metrics["AP75"] == 0


def test_classes_have_the_key_too():
    (cat,) = evaluated(iou_thresholds=[0.6, 0.8]).per_class
    assert (cat.metrics["AP60"], cat.metrics["AP80"]) == (1, 0)


def test_the_mapping_is_the_mean_taken_apart():
    result = evaluated()
    assert list(result.ap_by_iou) == [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
    assert np.mean(list(result.ap_by_iou.values())) == pytest.approx(result.metrics["AP"], abs=1e-15)
    assert result.ap_by_iou[0.5] == result.metrics["AP50"]
    assert result.ap_by_iou[0.75] == result.metrics["AP75"]


def test_nothing_to_find_is_undefined_at_every_threshold():
    ignored = [{**PICTURES[0], "iscrowd": [1]}]
    result = tb.evaluate(ignored, FOUND, iou_thresholds=[0.6, 0.8])
    assert result.ap_by_iou == {0.6: None, 0.8: None}
    assert result.metrics["AP60"] is None


@pytest.mark.parametrize(
    ("threshold", "name"),
    [(0.05, "05"), (0.5, "50"), (0.6000000000000001, "60"), (0.625, "62.5"), (1, "100"), (0, "00")],
)
def test_names_are_hundredths(threshold, name):
    assert threshold_name(threshold) == name

"""COCO as a value: its parameters, its questions and its lines. Its numbers are in tests/parity."""

from __future__ import annotations

import pytest

from truebox.evaluation import Quirk, evaluate
from truebox.evaluation.protocols.coco import PROTOCOL, coco_defaults
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

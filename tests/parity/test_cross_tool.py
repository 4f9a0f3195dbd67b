"""One input under ten tools: what each tool itself gave, and that each number is explained."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb

pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

SINGLE = 1e-7
"""What counts in single precision."""

TOOLS: dict[str, tuple[tuple[str, ...], str, float]] = {
    "pycocotools_2.0.11": (("AP", "AP50", "AP75"), "coco", 1e-12),
    "supervision_0.31.2": (("map50_95", "map50", "map75"), "supervision", 1e-8),
    "torchmetrics_1.9.0": (("map", "map_50", "map_75"), "torchmetrics", SINGLE),
    "ultralytics_8.4.190": (("mAP50-95", "mAP50", "mAP75"), "ultralytics", SINGLE),
    "ultralytics_8.4.120": (("mAP50-95", "mAP50", "mAP75"), "ultralytics_8_4_40", SINGLE),
    "yolov5_7.0.14": (("mAP50-95", "mAP50", "mAP75"), "yolov5", SINGLE),
}
ONE_IOU = {
    ("mmdet_3.3.0", "area"): ("mmdet_voc", 0.5, SINGLE),
    ("mmdet_3.3.0", "11points"): ("mmdet_voc07", 0.5, SINGLE),
    ("mmdet_3.3.0", "imagenet_det"): ("mmdet_imagenet", 0.5, SINGLE),
    ("map_boxes_1.0.6", "0.4"): ("map_boxes", 0.4, 1e-12),
    ("map_boxes_1.0.6", "0.5"): ("map_boxes", 0.5, 1e-12),
}


def cross_tool(name: str) -> Any:
    return json.loads(fixture(f"protocols/cross_tool/{name}.json").read_text())


def pair_of(world: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    def row(each: dict[str, Any]) -> dict[str, Any]:
        x1, y1, x2, y2 = each["box"]
        category = world["classes"].index(each["class"]) + 1
        return {"image_id": each["image"], "category_id": category, "bbox": [x1, y1, x2 - x1, y2 - y1]}

    truths = [row(each) for each in world["truth"]]
    return {
        "images": [{name: each[name] for name in ("id", "width", "height")} for each in world["images"]],
        "categories": [{"id": k + 1, "name": name} for k, name in enumerate(world["classes"])],
        "annotations": [
            {"id": k + 1, "iscrowd": 0, "area": each["bbox"][2] * each["bbox"][3], **each}
            for k, each in enumerate(truths)
        ],
    }, [{"score": each["score"], **row(each)} for each in world["detections"]]


@pytest.mark.parametrize(("tool", "way"), ONE_IOU)
def test_one_iou_on_every_world_whose_order_is_sure(tool: str, way: str) -> None:
    protocol, iou, within = ONE_IOU[tool, way]
    compared = 0
    for world, expected in zip(cross_tool("worlds"), cross_tool("expected"), strict=True):
        kit = (expected[tool] or {}).get(way)
        # Its boxes were divided by the size of the image, which decides exact halves.
        if kit is None or world["kind"] in ("ties", *(["half"] if protocol == "map_boxes" else [])):
            continue
        found = tb.evaluate(*pair_of(world), protocol=protocol, iou_thresholds=[iou], fit_test=False)
        assert (found.metrics["AP"] or 0.0) == pytest.approx(kit["mAP"], abs=within), world["seed"]
        compared += 1
    assert compared > 10


def reported_sets() -> list[tuple[str, dict[str, float], str]]:
    given = cross_tool("real_coco_val2014_100")["tools"]["crowd_removed"]
    sets = []
    for tool, (_, protocol, _) in TOOLS.items():
        numbers = given[tool]
        key = next(each for each in ("AP50", "mAP50", "map50") if each in numbers)
        sets.append((tool, {"AP50": numbers[key]}, protocol))
    for (tool, way), (protocol, iou, _) in ONE_IOU.items():
        sets.append((f"{tool} {way}", {f"AP{round(100 * iou)}": given[tool][way]}, protocol))
    return sets


def test_each_of_the_reported_numbers_is_explained_by_its_tool() -> None:
    folder = fixture("faster_coco_eval/tests/dataset/cocoapi")
    files = (
        folder / "instances_val2014_100.json",
        folder / "instances_val2014_fakebbox100_results.json",
    )
    sets = reported_sets()
    assert len(sets) == 11
    for tool, numbers, protocol in sets:
        reported = {key: f"{value:.4f}" for key, value in numbers.items()}
        found = tb.diagnosis.reconcile(*files, reported=reported, tool=protocol)
        assert protocol in {each.of for each in found.explanations}, (tool, found.sentences)
        assert set(found.left.values()) == {0.0}

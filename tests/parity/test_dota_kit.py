"""DOTA: what the development kit (9938855) returned for twenty worlds, and for 300 overlaps."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb
from truebox.evaluation import PrecisionRule, protocol_value

pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

WORLDS = 20


@cache
def held(name: str) -> Any:
    return json.loads(fixture(f"protocols/dota/{name}.json").read_text())


def sides(world: dict[str, Any], *, upright: bool) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """As COCO data, whose rows keep the order of the kit's files: equal scores stand in it."""

    def row(each: dict[str, Any]) -> dict[str, Any]:
        xs, ys = each["quad"][0::2], each["quad"][1::2]
        box = [min(xs), min(ys), max(xs), max(ys)]
        shape = {"bbox": box} if upright else {"segmentation": [each["quad"]]}
        return {"image_id": each["image"], "category_id": world["classes"].index(each["class"]), **shape}

    annotations = [
        {**row(each), "id": place, "iscrowd": 0, "ignore": each["difficult"], "area": 1}
        for place, each in enumerate(world["truth"], 1)
    ]
    truth = {
        "images": [{"id": image} for image in world["images"]],
        "categories": [{"id": place, "name": name} for place, name in enumerate(world["classes"])],
        "annotations": annotations,
    }
    return truth, [{**row(each), "score": each["score"]} for each in world["detections"]]


def by_area(name: str) -> Any:
    return replace(protocol_value(name), name=f"{name}_area", precision=PrecisionRule.AREA)


CASES = [
    ("task1_oriented_voc07", "dota", "rotated"),
    ("task1_v15_voc07", "dota_v1_5", "rotated"),
    ("task2_horizontal_voc07", "dota", "boxes"),
    ("task1_oriented_voc12", by_area("dota"), "rotated"),
    ("task1_v15_voc12", by_area("dota_v1_5"), "rotated"),
    ("task2_horizontal_voc12", by_area("dota"), "boxes"),
]


@pytest.mark.parametrize(("key", "protocol", "geometry"), CASES, ids=[case[0] for case in CASES])
def test_every_class_has_the_kits_ap(key, protocol, geometry):
    assert len(held("worlds")) == WORLDS
    for world, expected in zip(held("worlds"), held("expected"), strict=True):
        compare(world, expected, key, protocol, geometry)


def compare(world: Any, expected: Any, key: str, protocol: Any, geometry: Any) -> None:
    truth, found = sides(world, upright=geometry == "boxes")
    how = {"geometry": geometry, "box_format": "xyxy" if geometry == "boxes" else None}
    truth, found = tb.read_truth(truth, geometry=geometry), tb.read_predictions(found, **how)
    if geometry == "boxes":
        corners = truth.boxes
        truth = replace(truth, boxes=np.hstack([corners[:, :2], corners[:, 2:] - corners[:, :2]]))
    result = tb.evaluate(truth, found, protocol=protocol, geometry=geometry, fit_test=False)
    ours = {each.name: each.metrics["AP"] for each in result.per_class}
    compared = 0
    for name, numbers in expected["classes"].items():
        if isinstance(numbers, dict) and numbers.get(key) is not None and name in ours:
            assert ours[name] == pytest.approx(numbers[key], abs=1e-12)
            compared += 1
    assert compared or expected["mean"][key] is None
    if expected["mean"][key] is not None:
        assert result.metrics["AP"] == pytest.approx(expected["mean"][key], abs=1e-12)


def overlaps(protocol: str) -> np.ndarray:
    """Of all pairs, each an image of its own."""
    pairs = held("polygon_iou_pairs")
    truth = [{"boxes": [pair["a"]], "labels": [1]} for pair in pairs]
    found = [{"boxes": [pair["b"]], "labels": [1], "scores": [0.5]} for pair in pairs]
    result = tb.evaluate(truth, found, protocol=protocol, geometry="rotated")
    overlap = np.zeros(len(pairs))
    which = np.repeat(result.state.image, np.diff(result.matches.pairs.offsets))
    overlap[which] = result.matches.pairs.overlap
    return overlap


def test_overlaps_are_the_kits_to_the_last_bit():
    expected = np.array([pair["iou"] for pair in held("polygon_iou_pairs")])
    different = overlaps("dota") != expected
    # Upright boxes that are a pixel apart are not compared; the kit's 1e-14 for them is rounding.
    assert np.abs(expected[different]).max(initial=0) < 1e-13
    assert overlaps("coco") == pytest.approx(expected, abs=1e-12)  # the exact area

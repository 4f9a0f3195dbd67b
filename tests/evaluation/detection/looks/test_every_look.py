"""What looks say of planted faults in boxes and shapes; of detectors of any quality they say nothing."""

from __future__ import annotations

import re
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

GEOMETRIES = ("boxes", "masks", "keypoints", "rotated")
SAID = ("W-316", "W-317", "W-318", "W-319", "W-320", "W-321", "W-322")
QUALITY = {"good": (0.9, 0.03, 0.4, 0.02), "mediocre": (0.7, 0.08, 1.5, 0.15), "bad": (0.5, 0.15, 3.0, 0.35)}
"""How many are found, how far off, how many false ones in an image, how many of another class."""
SIGMAS = [0.1] * 4
SIDE = 600
Rows = list[dict[str, Any]]


def shape(box: Any, geometry: str) -> dict[str, Any]:
    """A box as an ellipse, as four points inside, or turned by an angle that its place tells."""
    x, y, w, h = (float(each) for each in box)
    if geometry == "masks":
        ring = [(x + w / 2 + w / 2 * cos(k * pi / 6), y + h / 2 + h / 2 * sin(k * pi / 6)) for k in range(12)]
        return {"segmentation": [[value for point in ring for value in point]]}
    if geometry == "keypoints":
        points = [(0.2, 0.2), (0.8, 0.3), (0.7, 0.9), (0.3, 0.8)]
        return {"keypoints": [value for a, b in points for value in (x + a * w, y + b * h, 2)]}
    return {"bbox": [x, y, w, h]}


def world(geometry: str, quality: str = "good", seed: int = 1) -> tuple[dict[str, Any], Rows]:
    """Sixty images with objects of five classes; of keypoints one class."""
    chance = np.random.default_rng(seed)
    recall, off, more, other = QUALITY[quality]
    classes = 1 if geometry == "keypoints" else 5
    truths: Rows = []
    found: Rows = []
    for image in range(1, 61):
        for _ in range(int(chance.integers(2, 9))):
            kind = int(chance.integers(classes))
            sides = (30 + 18 * kind) * np.exp(chance.normal(0, 0.3, 2))
            box = np.concatenate([chance.uniform(0, SIDE - sides), sides])
            row = {"image_id": image, "category_id": kind + 1}
            more_of_truth = {
                "id": len(truths) + 1,
                "bbox": box.tolist(),
                "area": float(sides.prod()),
                "iscrowd": 0,
            }
            truths.append(row | more_of_truth | {"num_keypoints": 4} | shape(box, geometry))
            if chance.random() < recall:
                moved = box + np.tile(sides, 2) * chance.normal(0, off, 4)
                kind = int(chance.integers(classes)) if chance.random() < other else kind
                score = float(np.clip(chance.normal(0.75, 0.15), 0.05, 1))
                found.append({"image_id": image, "category_id": kind + 1, "score": score, "box": moved})
        for _ in range(int(chance.poisson(more))):
            sides = chance.uniform(20, 150, 2)
            box = np.concatenate([chance.uniform(0, SIDE - sides), sides])
            score = float(np.clip(chance.normal(0.4, 0.15), 0.01, 1))
            kind = int(chance.integers(classes))
            found.append({"image_id": image, "category_id": kind + 1, "score": score, "box": box})
    names = [{"id": k, "name": f"kind{k}"} for k in range(1, classes + 1)]
    images = [{"id": image, "width": SIDE, "height": SIDE} for image in range(1, 61)]
    return {"images": images, "categories": names, "annotations": truths}, found


def evaluated(geometry: str, truth: dict[str, Any], found: Rows) -> Any:
    if geometry == "rotated":
        return tb.evaluate(*in_arrays(truth, found), geometry="rotated", box_format="degrees")
    rows = [{k: v for k, v in row.items() if k != "box"} | shape(row["box"], geometry) for row in found]
    return tb.evaluate(
        truth, rows, geometry=geometry, **({"sigmas": SIGMAS} if geometry == "keypoints" else {})
    )


def in_arrays(truth: dict[str, Any], found: Rows) -> tuple[list[Any], list[Any]]:
    """Centre, sides and an angle that grows with the sides; by image."""
    sides: list[list[Any]] = [[], []]
    for image in truth["images"]:
        for place, (rows, key) in enumerate(((truth["annotations"], "bbox"), (found, "box"))):
            held = [row for row in rows if row["image_id"] == image["id"]]
            boxes = [
                [row[key][0] + row[key][2] / 2, row[key][1] + row[key][3] / 2, row[key][2], row[key][3], 20.0]
                for row in held
            ]
            named = {"boxes": np.array(boxes).reshape(-1, 5), "labels": [row["category_id"] for row in held]}
            sides[place].append(named | ({"scores": [row["score"] for row in held]} if place else {}))
    return sides[0], sides[1]


def codes(result: Any) -> set[str]:
    return {each.code for each in result.warnings} & set(SAID)


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("quality", QUALITY)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_said_of_detectors_as_they_are(geometry: str, quality: str, seed: int) -> None:
    assert codes(evaluated(geometry, *world(geometry, quality, seed))) == set()


def repeated(found: Rows) -> Rows:
    steps = np.array([0.4, 0.3, 0, 0])
    return [
        {**row, "box": row["box"] + step * steps, "score": row["score"] * (1 - 0.01 * step)}
        for row in found
        for step in range(4)
    ]


def best_two(found: Rows) -> Rows:
    images = {row["image_id"] for row in found}
    held = {
        each: sorted((r for r in found if r["image_id"] == each), key=lambda r: -r["score"])
        for each in images
    }
    return [row for rows in held.values() for row in rows[:2]]


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("quality", ["good", "mediocre"])
def test_missing_suppression_is_named_with_the_number_that_it_gives(geometry: str, quality: str) -> None:
    truth, found = world(geometry, quality)
    result = evaluated(geometry, truth, repeated(found))
    (message,) = [each.message for each in result.warnings if each.code == "W-317"]
    with_it, without = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert without == pytest.approx(result.metrics["AP"], abs=1e-4)
    assert with_it == pytest.approx(evaluated(geometry, truth, found).metrics["AP"], abs=0.03)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_what_is_missing_is_named(geometry: str) -> None:
    truth, found = world(geometry)
    assert codes(evaluated(geometry, truth, best_two(found))) == {"W-318"}
    kept = [row for row in truth["annotations"] if row["image_id"] > 20]
    assert "W-320" in codes(evaluated(geometry, {**truth, "annotations": kept}, found))
    if geometry != "keypoints":
        without = [row for row in found if row["category_id"] != 2]
        assert codes(evaluated(geometry, truth, without)) == {"W-319"}


@pytest.mark.parametrize("geometry", ["boxes", "masks", "rotated"])
@pytest.mark.parametrize(
    "numbers",
    [
        {1: 2, 2: 3, 3: 4, 4: 5, 5: 1},
        {1: 3, 2: 1, 3: 2, 4: 5, 5: 4},
        {1: 1, 2: 2, 3: 5, 4: 4, 5: 3},
        {1: 1, 2: 2, 3: 2, 4: 3, 5: 4},
    ],
)
def test_other_numbers_of_classes_are_refused(geometry: str, numbers: dict[int, int]) -> None:
    truth, found = world(geometry)
    meant = [{**row, "category_id": numbers[row["category_id"]]} for row in found]
    with pytest.raises(InputError, match=r"E-470 .* if .*classes"):
        evaluated(geometry, truth, meant)


@pytest.mark.parametrize("geometry", ["boxes", "masks", "rotated"])
def test_one_class_in_the_place_of_another_is_said(geometry: str) -> None:
    truth, found = world(geometry)
    meant = [{**row, "category_id": 5} for row in found if row["category_id"] == 4]
    meant += [row for row in found if row["category_id"] not in (4, 5)]
    result = evaluated(geometry, truth, meant)
    (message,) = [each.message for each in result.warnings if each.code == "W-322"]
    assert re.search(r"lie on one of another class, 5 \(\w+\) on 4 \(\w+\), whose own find", message)
    ap = float(re.findall(r"AP would be ([.\d]+)", message)[0])
    right = [row for row in found if row["category_id"] != 5]
    assert ap == pytest.approx(evaluated(geometry, truth, right).metrics["AP"], abs=1e-4)


@pytest.mark.parametrize("geometry", ["masks", "keypoints"])
def test_shapes_of_the_next_image_are_explained(geometry: str) -> None:
    truth, found = world(geometry)
    moved = [{**row, "image_id": row["image_id"] % 60 + 1} for row in found]
    messages = [each.message for each in evaluated(geometry, truth, moved).warnings if each.code == "W-312"]
    assert "would, in the image that the truth lists before theirs" in messages[0]

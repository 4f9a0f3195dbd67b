"""Small random COCO data sets with every irregularity the reference accepts."""

from __future__ import annotations

from typing import Any

import numpy as np

World = tuple[dict[str, Any], list[dict[str, Any]]]


def _box(rng: np.random.Generator, whole: bool) -> list[float]:
    size = np.exp(rng.uniform(np.log(4), np.log(250), 2))
    corner = rng.uniform(0, 60, 2)
    box = np.concatenate([corner, size])
    return [float(value) for value in (np.round(box) if whole else box)]


def _jittered(rng: np.random.Generator, box: list[float], amount: float, whole: bool) -> list[float]:
    x, y, w, h = box
    moved = np.array([x + rng.normal(0, amount * w), y + rng.normal(0, amount * h), w, h])
    moved[2:] *= np.exp(rng.normal(0, amount, 2))
    if whole:
        moved = np.round(moved)
    return [float(value) for value in moved]


def world(
    rng: np.random.Generator,
    *,
    images: int = 6,
    classes: int = 3,
    truths: int = 4,
    detections: int = 12,
    irregular: bool = True,
) -> World:
    """Up to `truths` and `detections` an image and class; `irregular` turns the rare cases on."""
    odd = (lambda chance: bool(rng.random() < chance)) if irregular else (lambda chance: False)
    whole = odd(0.4)
    text_ids = odd(0.15)
    image_ids: list[Any] = rng.permutation(np.arange(1, 4 * images))[:images].tolist()
    image_ids = [str(value) for value in image_ids] if text_ids else image_ids
    category_ids = rng.permutation(np.arange(0, 3 * classes))[:classes].tolist()
    digits = int(rng.integers(0, 3)) if odd(0.5) else 17
    annotations: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for image in image_ids:
        for category in category_ids:
            if rng.random() < 0.2:
                continue
            here = [_box(rng, whole) for _ in range(rng.integers(0, truths + 1))]
            if here and odd(0.2):
                here.append(list(here[0]))
            for box in here:
                if odd(0.03):
                    box[2 + int(rng.integers(2))] = 0.0
                area = box[2] * box[3] * (rng.uniform(0.4, 1) if odd(0.5) else 1)
                if odd(0.1):
                    area = float(rng.choice([32.0**2, 96.0**2, 0.0, 2e10]))
                entry = {"image_id": image, "category_id": category, "bbox": box, "area": area}
                entry["iscrowd"] = int(odd(0.12))
                if odd(0.1):
                    entry["ignore"] = 1
                annotations.append(entry)
            for _ in range(rng.integers(0, detections + 1)):
                if here and rng.random() < 0.6:
                    box = _jittered(
                        rng, here[rng.integers(len(here))], float(rng.choice([0, 0.05, 0.2])), whole
                    )
                else:
                    box = _box(rng, whole)
                score = float(np.round(rng.random(), digits)) if digits < 17 else float(rng.random())
                found.append({"image_id": image, "category_id": category, "bbox": box, "score": score})
    annotations = [annotations[i] for i in rng.permutation(len(annotations))]
    found = [found[i] for i in rng.permutation(len(found))]
    numbers = rng.permutation(np.arange(0 if odd(0.3) else 1, 2 * len(annotations) + 2))[
        : len(annotations)
    ].tolist()
    if odd(0.15) and len(numbers) > 3:
        numbers[: len(numbers) // 2] = [numbers[-1]] * (len(numbers) // 2)
    for entry, number in zip(annotations, numbers, strict=True):
        entry["id"] = number
    if odd(0.1) and annotations:
        annotations[0]["image_id"] = "nowhere" if text_ids else 10**6
    truth = {
        "images": [{"id": value, "width": 320, "height": 320} for value in image_ids],
        "annotations": annotations,
        "categories": [{"id": value, "name": f"class {value}"} for value in category_ids],
    }
    if not found:
        found = [
            {"image_id": image_ids[0], "category_id": category_ids[0], "bbox": [0.0, 0, 9, 9], "score": 0.5}
        ]
    return truth, found


def parameters(rng: np.random.Generator, truth: dict[str, Any]) -> dict[str, Any]:
    """A random choice of arguments, each at its default about half the time."""
    chosen: dict[str, Any] = {}
    if rng.random() < 0.5:
        lists = [
            [0.5],
            [0.75, 0.5],
            [0.0, 0.3, 1.0],
            np.linspace(0.05, 0.95, 19),
            [1.0],
            rng.random(70),
            [0.5, 0.5],
        ]
        chosen["iou_thresholds"] = lists[rng.integers(len(lists))]
    if rng.random() < 0.5:
        lists = [
            np.linspace(0, 1, 11),
            [0.0],
            [1.0, 0.2, 0.6, 0.0],
            [0.5],
            rng.random(7),
            np.linspace(0.1, 1, 3),
        ]
        chosen["recall_thresholds"] = lists[rng.integers(len(lists))]
    if rng.random() < 0.5:
        tables = [
            {"all": (0, 1e10)},
            {"all": (0, 1e5**2), "tiny": (0, 256), "small": (256, 1024)},
            {"large": (9216, 1e10), "all": (0, 1e10), "medium": (1024, 9216)},
            {"odd": (100.0, 100.0), "all": (0.0, 20.0)},
            {f"r{i}": (i * 500.0, i * 700.0 + 500) for i in range(9)},
        ]
        if rng.random() < 0.15:
            tables = [{"all": (0, 1e10), **{f"r{i}": (i * 50.0, i * 70.0 + 500) for i in range(18)}}]
        chosen["area_ranges"] = tables[rng.integers(len(tables))]
    if rng.random() < 0.5:
        lists = [
            [1, 10, 100],
            [100, 1, 10],
            [1, 2, 3],
            [5],
            [2, 100],
            [1, 3, 100, 300],
            [1, 1, 100],
            [3, 3, 3],
        ]
        chosen["max_detections"] = lists[rng.integers(len(lists))]
    if rng.random() < 0.3:
        chosen["class_agnostic"] = True
    if rng.random() < 0.3:
        ids = [image["id"] for image in truth["images"]]
        chosen["images"] = [ids[i] for i in rng.permutation(len(ids))[: rng.integers(1, len(ids) + 1)]]
    if rng.random() < 0.3:
        ids = [category["id"] for category in truth["categories"]]
        chosen["categories"] = [ids[i] for i in rng.permutation(len(ids))[: rng.integers(1, len(ids) + 1)]]
    return chosen

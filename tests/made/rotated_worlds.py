"""Truths and results of rotated boxes, made here: corners on both sides, and every way files write them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

NAMES = ("plane", "ship", "harbor")
SIDE = 1000


def rotated_world(
    seed: int, images: int = 6, *, upright: bool = False
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A COCO truth and results whose segmentations are four corners; some truths are crowds."""
    chance = np.random.default_rng(seed)
    annotations: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for image in range(1, images + 1):
        for _ in range(chance.integers(2, 8)):
            category = int(chance.integers(1, 4))
            centre, size = chance.uniform(100, 900, 2), chance.uniform(8, 130, 2)
            angle = 0.0 if upright else float(chance.uniform(-3, 3))
            crowd = int(chance.random() < 0.1)
            row = {"image_id": image, "category_id": category, "box": (*centre, *size, angle)}
            annotations.append({"id": len(annotations) + 1, "iscrowd": crowd, **row})
            for _ in range(chance.integers(0, 3)):
                spread = chance.choice([0.01, 0.05, 0.12])
                moved = centre + chance.normal(0, spread, 2) * size
                other = size * (1 + chance.normal(0, spread, 2))
                turned = angle + (0.0 if upright else float(chance.normal(0, spread)))
                label = category if chance.random() > 0.1 else int(chance.integers(1, 4))
                row = {"image_id": image, "category_id": label, "box": (*moved, *np.abs(other), turned)}
                found.append({"score": round(float(chance.random()), 4), **row})
    truth = {
        "images": [{"id": each, "width": SIDE, "height": SIDE} for each in range(1, images + 1)],
        "categories": [{"id": place + 1, "name": name} for place, name in enumerate(NAMES)],
        "annotations": [_as_corners(each) for each in annotations],
    }
    return truth, [_as_corners(each) for each in found]


def corners(box: tuple[float, ...]) -> list[float]:
    """Corner by corner, by hand."""
    x, y, width, height, angle = box
    c, s = math.cos(angle), math.sin(angle)
    turned = []
    for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        dx, dy = across * width / 2, down * height / 2
        turned += [x + dx * c - dy * s, y + dx * s + dy * c]
    return [float(each) for each in turned]


def _as_corners(row: dict[str, Any]) -> dict[str, Any]:
    points = corners(row["box"])
    xs, ys = points[0::2], points[1::2]
    row["bbox"] = [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]
    row["segmentation"] = [points]
    row["area"] = float(row["box"][2] * row["box"][3])
    return row


def written(rows: list[dict[str, Any]], form: str) -> list[dict[str, Any]]:
    """The rows as files have them: ``segmentation``, ``corners`` in bbox, or ``KEY UNIT`` of an angle."""
    out = []
    for row in rows:
        plain = {key: value for key, value in row.items() if key not in ("box", "bbox", "segmentation")}
        x, y, width, height, angle = (float(each) for each in row["box"])
        if form == "segmentation":
            plain["segmentation"] = row["segmentation"]
            plain["bbox"] = row["bbox"]
        elif form == "corners":
            plain["bbox"] = row["segmentation"][0]
        else:
            key, unit = form.split()
            turned = angle if unit.startswith("radians") else math.degrees(angle)
            plain[key] = [x, y, width, height, -turned if unit.endswith("-ccw") else turned]
        out.append(plain)
    return out

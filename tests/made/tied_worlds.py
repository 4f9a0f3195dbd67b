"""Small COCO data for diagnosis: few images, boxes that rival for truths, scores that tie."""

from __future__ import annotations

from typing import Any

import numpy as np


def tied_world(
    rng: np.random.Generator, *, images: int = 3, scores: int = 2, detections: int = 5
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """One class; truths lie so close together that one detection may match several of them."""
    annotations: list[dict[str, Any]] = []
    for image in range(1, images + 1):
        for _ in range(int(rng.integers(0, 3))):
            x = float(rng.integers(10, 22))
            annotations.append(_row(image, [x, 10.0, 40.0, 40.0], crowd=int(rng.random() < 0.15)))
    for number, entry in enumerate(annotations, start=1):
        entry["id"] = number
    found = []
    for _ in range(detections):
        image = int(rng.integers(1, images + 1))
        x, width = float(rng.integers(10, 22)), float(rng.choice([40.0, 36.0, 14.0]))
        score = float(rng.integers(1, scores + 1)) / 10
        found.append({"image_id": image, "category_id": 1, "bbox": [x, 10.0, width, 40.0], "score": score})
    truth = {
        "images": [{"id": image, "width": 100, "height": 100} for image in range(1, images + 1)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": annotations,
    }
    return truth, found


def _row(image: int, box: list[float], crowd: int) -> dict[str, Any]:
    return {"image_id": image, "category_id": 1, "bbox": box, "area": box[2] * box[3], "iscrowd": crowd}

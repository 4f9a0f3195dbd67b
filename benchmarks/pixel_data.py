"""Images of segments with smooth, uneven borders, as networks draw them, and noisy label maps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.call import Array

CATEGORIES = [{"id": row, "name": f"class {row}", "isthing": row % 2} for row in range(1, 41)]


@dataclass(frozen=True, slots=True)
class PanopticScenes:
    """Documents in COCO's panoptic format with the maps in memory."""

    truth: dict[str, Any]
    predictions: dict[str, Any]


def panoptic_scenes(images: int, height: int = 480, width: int = 640) -> PanopticScenes:
    """About 12 segments an image, some pixels VOID, predictions a few pixels off and some classes wrong."""
    truth, predictions = [], []
    for image in range(images):
        chance = np.random.default_rng(image)
        regions = smooth_regions(chance, height, width, 12)
        shifted = np.roll(regions, (3, -4), axis=(0, 1))
        classes = chance.integers(1, 41, 12)
        found = np.where(chance.random(12) < 0.8, classes, chance.integers(1, 41, 12))
        truth.append(_annotation(image, regions, classes, chance, void=True))
        predictions.append(_annotation(image, shifted, found, chance, void=False))
    return PanopticScenes({"categories": CATEGORIES, "annotations": truth}, {"annotations": predictions})


def smooth_regions(chance: np.random.Generator, height: int, width: int, count: int) -> Array:
    """Numbers 0 to count - 1: the nearest of random points, seen through waves."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    wave = 12 * np.sin(y / 23) + 9 * np.sin(x / 17)
    points = chance.random((count, 2)) * (height, width)
    distances = [(y + wave - a) ** 2 + (x - wave - b) ** 2 for a, b in points]
    return np.argmin(distances, axis=0)


def _annotation(
    image: int, regions: Array, classes: Array, chance: np.random.Generator, *, void: bool
) -> dict[str, Any]:
    ids = chance.choice(2**24 - 1, len(classes), replace=False) + 1
    if void:
        ids[0] = 0
    listed = [
        {"id": int(ids[number]), "category_id": int(classes[number])}
        for number in np.unique(regions).tolist()
        if ids[number]
    ]
    return {"image_id": image, "segmentation": ids[regions].astype(np.uint32), "segments_info": listed}


def label_maps(count: int, kind: str) -> tuple[list[Array], list[Array]]:
    """Pairs of 1024 × 2048 maps of 19 labels in uint8; noisy ones change everywhere, empty ones nowhere."""
    truths, found = [], []
    for number in range(count):
        chance = np.random.default_rng(number)
        if kind == "empty":
            truth = predicted = np.zeros((1024, 2048), dtype=np.uint8)
        elif kind == "smooth":
            truth = smooth_regions(chance, 1024, 2048, 19).astype(np.uint8)
            predicted = np.roll(truth, (5, 9), axis=(0, 1))
        else:
            truth, predicted = chance.integers(0, 19, (2, 1024, 2048), dtype=np.uint8)
        truths.append(truth)
        found.append(predicted)
    return truths, found

"""Generated panoptic scenes: things, stuff, crowds and VOID as rectangles, and a faulty prediction."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

CATEGORIES = [
    {"id": 3, "name": "cat", "isthing": 1},
    {"id": 1, "name": "dog", "isthing": 1},
    {"id": 90, "name": "sky", "isthing": 0},
    {"id": 17, "name": "grass", "isthing": 0},
    {"id": 5, "name": "never", "isthing": 1},
]


def scene(seed: int, images: int = 3) -> tuple[dict[str, Any], dict[str, Any]]:
    """A truth and predictions with their maps in memory; some images are empty, some of one class."""
    random = np.random.default_rng(seed)
    used = [entry["id"] for entry in CATEGORIES[:-1]]
    if seed % 7 == 3:
        used = used[:1]
    truth, predictions = [], []
    for number in random.permutation(images * 2)[:images].tolist():
        height, width = random.integers(1, 40, 2).tolist()
        true = _drawn(random, (height, width), int(random.integers(0, 9)) if seed % 11 else 0)
        ids, listed = _listed(random, true, used, crowds=True)
        found = _disturbed(random, true)
        found_ids, found_listed = _listed(random, found, used, crowds=False, like=(true, ids, listed))
        truth.append({"image_id": number, "segmentation": ids, "segments_info": listed})
        predictions.append({"image_id": number, "segmentation": found_ids, "segments_info": found_listed})
    order = random.permutation(len(predictions)).tolist()
    return (
        {"categories": CATEGORIES, "annotations": truth},
        {"annotations": [predictions[row] for row in order]},
    )


def _drawn(random: np.random.Generator, shape: tuple[int, int], count: int) -> np.ndarray:
    """Small numbers, 0 for VOID: later rectangles cover earlier ones."""
    drawn = np.zeros(shape, dtype=np.int64)
    for number in range(1, count + 1):
        y, x = random.integers(0, shape[0]), random.integers(0, shape[1])
        high, wide = random.integers(1, shape[0] + 1), random.integers(1, shape[1] + 1)
        drawn[y : y + high, x : x + wide] = number
    if random.random() < 0.4:
        drawn[:, : shape[1] // 3] = 0
    return drawn


def _disturbed(random: np.random.Generator, drawn: np.ndarray) -> np.ndarray:
    """Shifted, with pieces joined, split, lost and invented, in about a third of the images untouched."""
    found = drawn.copy()
    if random.random() < 0.3:
        return found
    found = np.roll(found, random.integers(-2, 3, 2).tolist(), axis=(0, 1))
    top = int(found.max()) + 1
    for _ in range(int(random.integers(0, 4))):
        first, second = random.integers(0, top + 1, 2).tolist()
        where = found == first
        found[where & (random.random() < 0.5 or random.random(found.shape) < 0.5)] = second
    return found


def _listed(
    random: np.random.Generator,
    drawn: np.ndarray,
    used: list[int],
    *,
    crowds: bool,
    like: tuple[np.ndarray, np.ndarray, list[dict[str, Any]]] | None = None,
) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """Large random ids for the numbers, and a segment for each in random order."""
    numbers = [number for number in np.unique(drawn).tolist() if number]
    ids = np.zeros(drawn.shape, dtype=np.int64)
    listed = []
    for number, given in zip(numbers, random.choice(2**24 - 1, len(numbers), replace=False), strict=True):
        where = drawn == number
        ids[where] = int(given) + 1
        category = int(random.choice(used))
        if like is not None and random.random() < 0.85:
            category = _category_beneath(like, where, category)
        entry: dict[str, Any] = {"id": int(given) + 1, "category_id": category}
        if crowds:
            entry |= {"iscrowd": int(random.random() < 0.25), "area": int(where.sum())}
        listed.append(entry)
    return ids, [listed[row] for row in random.permutation(len(listed)).tolist()]


def _category_beneath(
    like: tuple[np.ndarray, np.ndarray, list[dict[str, Any]]], where: Any, other: int
) -> int:
    _, ids, listed = like
    values, counts = np.unique(ids[where], return_counts=True)
    most = int(values[counts.argmax()])
    return next((entry["category_id"] for entry in listed if entry["id"] == most), other)


def write_scene(folder: Path, name: str, document: dict[str, Any]) -> Path:
    """The document as ``name.json`` with PNGs in the folder ``name``, as the COCO format lays it out."""
    from PIL import Image

    (folder / name).mkdir(parents=True)
    annotations = []
    for entry in document["annotations"]:
        ids = entry["segmentation"]
        colours = np.stack([ids % 256, ids // 256 % 256, ids // 65536], axis=-1).astype(np.uint8)
        file_name = f"{entry['image_id']:012d}.png"
        Image.fromarray(colours).save(folder / name / file_name)
        kept = {key: value for key, value in entry.items() if key != "segmentation"}
        annotations.append({**kept, "file_name": file_name})
    path = folder / f"{name}.json"
    path.write_text(json.dumps({**document, "annotations": annotations}), encoding="utf-8")
    return path

"""Batches of tensors, as a detector of torchvision gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch


def batches(count: int, size: int, *, masks: bool = False) -> Iterator[tuple[list[Any], list[Any]]]:
    """Batches of predictions and targets; every target has its ``image_id``."""
    chance = np.random.default_rng(5)
    for batch in range(count):
        pairs = [_image(chance, batch * size + place, masks) for place in range(size)]
        yield [found for found, _ in pairs], [true for _, true in pairs]


def _image(chance: np.random.Generator, image: int, masks: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    objects = int(chance.integers(0 if image % 5 == 4 else 1, 5))
    corner = chance.uniform(0, 40, (objects, 2))
    boxes = np.hstack([corner, chance.uniform(4, 60, (objects, 2))])
    boxes[:, 2:] += boxes[:, :2]
    labels = chance.integers(0, 4, objects)
    moved = boxes + chance.normal(0, 2, boxes.shape)
    moved[:, 2:] = np.maximum(moved[:, 2:], moved[:, :2] + 1)
    scores = chance.random(objects).round(1)
    true = {
        "boxes": torch.tensor(boxes, dtype=torch.float32).reshape(-1, 4),
        "labels": torch.tensor(labels, dtype=torch.int64),
        "iscrowd": torch.tensor(chance.integers(0, 5, objects) == 0).int(),
        "image_id": image,
    }
    found = {
        "boxes": torch.tensor(moved, dtype=torch.float32).reshape(-1, 4),
        "labels": torch.tensor(labels, dtype=torch.int64),
        "scores": torch.tensor(scores, dtype=torch.float32),
    }
    if masks:
        true["masks"], found["masks"] = _masks(boxes), _masks(moved)
    return found, true


def _masks(boxes: Any) -> Any:
    masks = torch.zeros((len(boxes), 110, 110), dtype=torch.bool)
    for mask, (x1, y1, x2, y2) in zip(masks, np.clip(boxes, 0, 109).astype(int), strict=True):
        mask[y1 : y2 + 1, x1 : x2 + 1] = True
    return masks

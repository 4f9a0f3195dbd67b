"""What one image's calls are asked about: a mask in every form, a few boxes, a cost matrix, points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.call import Array
from benchmarks.made_masks import mask_stack
from truebox.masks import encode_masks, masks_to_coco

HEIGHT, WIDTH = 480, 640


@dataclass(frozen=True, slots=True)
class SmallData:
    """Of one image of 480 × 640 pixels."""

    texts: list[dict[str, Any]]  # two masks as compressed counts
    counts: list[dict[str, Any]]  # the same as plain counts
    plane: Array  # the first, uint8, column-major
    outline: list[float]  # a polygon of 20 points
    boxes: Array  # [100, 4] corners, float32, some of which leave the image
    cost: Array  # [10, 10]
    points: list[Array]  # 100 times 30 points of whole numbers
    pixels: Array  # bool [H, W], blobs


def small_data() -> SmallData:
    """The same at every call."""
    chance = np.random.default_rng(0)
    stack = mask_stack(2, HEIGHT, WIDTH)
    masks = encode_masks(stack.transpose(2, 0, 1))
    turn = np.sort(chance.uniform(0, 2 * np.pi, 20))
    radius = chance.uniform(30, 80, 20)
    outline = np.stack((320 + radius * np.cos(turn), 240 + radius * np.sin(turn)), axis=1).round(2)
    low = chance.uniform(-20, 600, (100, 2))
    boxes = np.concatenate((low, low + chance.uniform(10, 100, (100, 2))), axis=1).astype(np.float32)
    coarse = chance.random((HEIGHT // 20, WIDTH // 20)) < 0.4
    return SmallData(
        texts=masks_to_coco(masks, counts="bytes"),
        counts=masks_to_coco(masks, counts="list"),
        plane=np.asfortranarray(stack[:, :, 0]),
        outline=outline.ravel().tolist(),
        boxes=boxes,
        cost=chance.random((10, 10)),
        points=list(chance.integers(0, 100, (100, 30, 2)).astype(np.float64)),
        pixels=np.kron(coarse, np.ones((20, 20), bool)),
    )


def sorted_corners(hulls: Sequence[Array]) -> Array:
    """The corners of all hulls in one order, whichever way round and wherever each tool begins."""
    rows = [
        (index, *map(float, corner))
        for index, hull in enumerate(hulls)
        for corner in np.reshape(hull, (-1, 2))
    ]
    return np.array(sorted(rows))

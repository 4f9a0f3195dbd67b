"""Boxes that mean no object: in the background, and the low tail that every detector drags along."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.detectors.found_boxes import inside
from truebox.generation.scenes.overlap_of_boxes import cover_of, iou_of

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.generation.scenes.scene import Scene
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["background_boxes", "tail_boxes"]

CANDIDATES = 6
BACKGROUND_IOU = 0.09


def tail_boxes(scene: Scene, image: Int64Array, chance: Chance) -> tuple[FloatArray, BoolArray]:
    """Boxes anywhere; all are usable."""
    size = np.array(scene.size, np.float64)
    luck = chance.uniform((len(image), 2))
    extent = 8.0 + 0.45 * size * luck * luck
    corner = (size - extent) * chance.uniform((len(image), 2))
    return inside(np.concatenate([corner, extent], axis=1), scene.size), np.ones(len(image), bool)


def background_boxes(scene: Scene, image: Int64Array, chance: Chance) -> tuple[FloatArray, BoolArray]:
    """Boxes where nothing is, and which of them really are (some images are too full for that)."""
    tries = np.stack([tail_boxes(scene, image, chance)[0] for _ in range(CANDIDATES)], axis=1)
    touched = np.empty(tries.shape[:2])
    objects, crowds = scene.by_image(), np.zeros((scene.images, 4))
    for crowd in scene.crowds:
        crowds[crowd.image] = crowd.box()
    # A slice at a time: the table of candidates against objects would not fit the cache.
    for first in range(0, len(image), 4096):
        part = slice(first, first + 4096)
        boxes = tries[part, :, None]
        iou = iou_of(boxes, objects[image[part], None]).max(axis=2)
        in_crowd = cover_of(boxes, crowds[image[part], None, None])[:, :, 0] > 0
        touched[part] = np.where(in_crowd, 1.0, iou)
    best = touched.argmin(axis=1)
    rows = np.arange(len(image))
    return tries[rows, best], touched[rows, best] < BACKGROUND_IOU

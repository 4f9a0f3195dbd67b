"""Boxes around objects: nearly right, or far off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.datasets.outlines import DECIMALS
from truebox.generation.scenes.overlap_of_boxes import iou_of

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.typing import BoolArray, FloatArray

__all__ = ["box_near", "box_off", "inside"]

NEAR_IOU = 0.55
OFF_IOU = (0.1, 0.48)
PIXEL_NOISE = 0.35
"""Nobody hits the border of an object better than this, in pixels."""


def inside(boxes: FloatArray, size: tuple[int, int]) -> FloatArray:
    """Cut boxes at the border of the image and round them; at least one pixel wide and high."""
    low = np.clip(boxes[:, :2], 0.0, np.array(size) - 1.0)
    high = np.clip(boxes[:, :2] + boxes[:, 2:], low + 1.0, size)
    low, high = np.round(low, DECIMALS), np.round(high, DECIMALS)
    return np.concatenate([low, np.round(high - low, DECIMALS)], axis=1)


def box_near(
    boxes: FloatArray, jitter: FloatArray, size: tuple[int, int], chance: Chance
) -> tuple[FloatArray, FloatArray]:
    """Move all four sides a little; boxes and their IoU with the object, which is at least 0.55."""
    noise = chance.bell(boxes.shape) * (jitter[:, None] * np.tile(boxes[:, 2:], 2) + PIXEL_NOISE)
    near = boxes
    iou = np.zeros(len(boxes))
    # Noise that turned out too strong is halved until the box is near enough; at last it is left out.
    for strength in (1.0, 0.5, 0.25, 0.125, 0.0):
        moved = np.concatenate([boxes[:, :2] + strength * noise[:, :2], boxes[:, 2:]], axis=1)
        moved[:, 2:] = np.maximum(moved[:, 2:] + strength * noise[:, 2:], 1.0)
        moved = inside(moved, size)
        better = iou < NEAR_IOU
        near = np.where(better[:, None], moved, near)
        iou = np.where(better, iou_of(moved, boxes), iou)
    return near, iou


def box_off(
    boxes: FloatArray, size: tuple[int, int], chance: Chance
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Push boxes aside towards the middle of the image: boxes, IoU, and whether it lies in [0.1, 0.48]."""
    target = chance.between(0.15, 0.45, len(boxes))
    # Equal boxes that share the fraction f of their area have the IoU f / (2 - f).
    shared = 2.0 * target / (1.0 + target)
    sideways = chance.happens(0.5, len(boxes))
    push = np.stack([np.where(sideways, 1.0 - shared, 0.0), np.where(sideways, 0.0, 1.0 - shared)], axis=1)
    towards = np.where(boxes[:, :2] + 0.5 * boxes[:, 2:] < 0.5 * np.array(size), 1.0, -1.0)
    off = inside(np.concatenate([boxes[:, :2] + towards * push * boxes[:, 2:], boxes[:, 2:]], axis=1), size)
    iou = iou_of(off, boxes)
    return off, iou, (iou >= OFF_IOU[0]) & (iou <= OFF_IOU[1])

"""The detections of a made dataset, drawn a few hundred images at a time to keep memory low."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.datasets.long_tail import share_out
from truebox.generation.datasets.truth import BOUNDARY_SIDES, MEMORY, random_boxes, round_inside
from truebox.generation.naming import pick_ids
from truebox.records import Predictions, Source

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.generation.datasets.knobs import DatasetKnobs
    from truebox.generation.datasets.truth import Arrangement
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["make_predictions"]

CHUNK = 512
"""Images drawn together: their columns stay in the processor's cache. Part of what a seed means."""


def make_predictions(knobs: DatasetKnobs, layout: Arrangement, chance: Chance) -> Predictions:
    """Draw detections for a laid-out truth."""
    counts = _counts(knobs, chance)
    total = int(counts.sum())
    image = np.repeat(np.arange(knobs.images), counts)
    classes = np.empty(total, np.int64)
    boxes = np.empty((total, 4))
    scores = np.empty(total)
    ends = np.concatenate([[0], np.cumsum(counts)])
    for first in range(0, knobs.images, CHUNK):
        last = min(first + CHUNK, knobs.images)
        part = slice(int(ends[first]), int(ends[last]))
        local = np.arange(part.start, part.stop) - ends[image[part]]
        drawn = _draw(knobs, layout, image[part], local, chance)
        classes[part], boxes[part], scores[part] = drawn
    if knobs.shuffled_rows:
        rows = chance.order(total)
        image, classes, boxes, scores = image[rows], classes[rows], boxes[rows], scores[rows]
    return Predictions(
        source=Source(MEMORY, "coco-results", "made dataset"),
        image=pick_ids(layout.truth.images.ids, image),
        category=pick_ids(layout.truth.categories.ids, classes),
        boxes=boxes,
        scores=scores,
    )


def _counts(knobs: DatasetKnobs, chance: Chance) -> Int64Array:
    weights = 0.6 + 0.8 * chance.uniform(knobs.images)
    silent = chance.order(knobs.images) < round(knobs.images * knobs.silent_images)
    weights[silent] = 0.0
    return share_out(round(knobs.images * knobs.detections_per_image), weights)


def _draw(
    knobs: DatasetKnobs, layout: Arrangement, image: Int64Array, local: Int64Array, chance: Chance
) -> tuple[Int64Array, FloatArray, FloatArray]:
    """Classes, boxes and scores of the detections of a few images, best first in each image."""
    total = len(image)
    truths = layout.counts[image]
    primary = local < truths
    near = primary | ((truths > 0) & chance.happens(0.35, total))
    target = layout.starts[image] + np.where(primary, local, chance.whole(truths, total))
    target[~near] = 0
    boxes = random_boxes(total, knobs.image_size, chance)
    seen = layout.boxes[target[near]]
    missed = np.zeros(total, bool)
    missed[near] = chance.happens(0.08 + 6.0 / (12.0 + seen[:, 2] + seen[:, 3]), len(seen))
    near &= ~missed
    spread = _spread(primary, boxes, chance)
    boxes[near] = _jittered(layout.boxes[target[near]], spread[near], chance)
    _clip(boxes, knobs.image_size)
    scores = _scores(primary & near, near, spread, chance)
    classes = layout.palettes[image, chance.whole(layout.palettes.shape[1], total)]
    right = near & chance.happens(0.92, total)
    classes[right] = layout.classes[target[right]]
    _put_on_boundary(boxes, knobs, chance)
    boxes = round_inside(boxes, knobs.box_decimals, knobs.image_size)
    if knobs.score_decimals is not None:
        scores = np.round(scores, knobs.score_decimals)
    # A stable sort by falling score inside each image; scores are below 1, so images stay apart.
    rows = np.argsort(2.0 * (image - image[:1]) - scores, kind="stable")
    rows = _with_duplicates(rows, local, chance.happens(knobs.duplicates, total))
    return classes[rows], boxes[rows], scores[rows]


def _spread(primary: BoolArray, boxes: FloatArray, chance: Chance) -> FloatArray:
    """How far boxes stray, as a share of their size: little for a truth's first detection."""
    tail = chance.uniform(len(primary))
    return np.where(primary, 0.015 + 0.2 * tail * tail, 0.08 + 0.3 * tail)


def _jittered(boxes: FloatArray, spread: FloatArray, chance: Chance) -> FloatArray:
    noise = chance.bell(boxes.shape)
    noise *= spread[:, None]
    moved = np.empty_like(boxes)
    moved[:, 2:] = boxes[:, 2:] * np.maximum(1.0 + noise[:, 2:], 0.25)
    moved[:, :2] = boxes[:, :2] + boxes[:, 2:] * noise[:, :2] + 0.5 * (boxes[:, 2:] - moved[:, 2:])
    return moved


def _scores(primary: BoolArray, near: BoolArray, spread: FloatArray, chance: Chance) -> FloatArray:
    low = chance.uniform(len(near))
    low = 0.001 + 0.75 * low * low * low
    quality = 0.93 - 2.2 * spread + 0.13 * chance.bell(len(near))
    quality = np.where(quality < 0.98, quality, 0.98 + 0.0195 * chance.uniform(len(near)))
    scores: FloatArray = np.where(primary, quality, np.where(near, 1.3 * low, low))
    return scores


def _clip(boxes: FloatArray, size: tuple[int, int]) -> None:
    """Cut boxes at the border of the image, in place; what is left is at least a pixel wide and high."""
    for axis in (0, 1):
        low = np.clip(boxes[:, axis], 0.0, size[axis] - 1.0)
        high = np.clip(boxes[:, axis] + boxes[:, 2 + axis], low + 1.0, size[axis])
        boxes[:, axis] = low
        boxes[:, 2 + axis] = high - low


def _put_on_boundary(boxes: FloatArray, knobs: DatasetKnobs, chance: Chance) -> None:
    sides = BOUNDARY_SIDES[min(knobs.image_size) >= BOUNDARY_SIDES]
    if not knobs.boundary_areas or not len(sides):
        return
    chosen = np.flatnonzero(chance.happens(knobs.boundary_areas, len(boxes)))
    boxes[chosen, 2:] = sides[chance.whole(len(sides), len(chosen))][:, None]
    boxes[chosen, :2] = np.minimum(boxes[chosen, :2], np.array(knobs.image_size) - boxes[chosen, 2:])


def _with_duplicates(rows: Int64Array, local: Int64Array, copied: BoolArray) -> Int64Array:
    """Let a copied row repeat the nearest row before it in its image that is not copied."""
    kept = np.where(copied & (local > 0), 0, np.arange(len(rows)))
    return rows[np.maximum.accumulate(kept)]

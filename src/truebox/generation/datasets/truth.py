"""The truth of a made dataset, and the plan of it that detections are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.datasets.long_tail import class_frequencies, class_palettes, share_out
from truebox.generation.naming import make_ids, pick_ids, strings_from
from truebox.records import Categories, Ids, Images, Source, Truth

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.generation.datasets.knobs import DatasetKnobs
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["MEMORY", "Arrangement", "lay_out", "random_boxes", "round_inside"]

MEMORY = "<memory>"
PALETTE_WIDTH = 12
"""So many classes can be detected in an image; the first few of them can be true."""

BOUNDARY_SIDES = np.array([32.0, 96.0])
"""Side lengths whose squares separate small, medium and large in COCO."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Arrangement:
    """Truth image by image, before its rows are shuffled.

    Parameters
    ----------
    truth : Truth
        As the caller gets it.
    palettes : int64 array [I, PALETTE_WIDTH]
        Class rows that may be detected in an image.
    counts, starts : int64 arrays [I]
        Truths of each image and the first one's row in `boxes` and `classes`.
    boxes, classes : arrays [N, 4], [N]
        Grouped by image.
    """

    truth: Truth
    palettes: Int64Array
    counts: Int64Array
    starts: Int64Array
    boxes: FloatArray
    classes: Int64Array


def lay_out(knobs: DatasetKnobs, chance: Chance) -> Arrangement:
    """Draw the truth."""
    counts = _counts(knobs, chance)
    image = np.repeat(np.arange(knobs.images), counts)
    palettes, classes = _classes(knobs, image, chance)
    boxes = random_boxes(len(image), knobs.image_size, chance)
    crowd = chance.happens(knobs.crowds, len(image))
    boxes[crowd, 2:] = np.minimum(boxes[crowd, 2:] * 2.5, np.array(knobs.image_size) - boxes[crowd, :2])
    at_boundary = _to_boundary(boxes, knobs, chance)
    boxes = round_inside(boxes, knobs.box_decimals, knobs.image_size)
    area = boxes[:, 2] * boxes[:, 3] * np.where(at_boundary, 1.0, chance.between(0.45, 0.95, len(image)))
    if knobs.box_decimals is not None:
        area = np.round(area, knobs.box_decimals)
    rows = chance.order(len(image)) if knobs.shuffled_rows else np.arange(len(image))
    image_ids = make_ids(knobs.images, knobs.ids, "image", chance)
    category_ids = make_ids(knobs.categories, knobs.ids, "class", chance)
    truth = Truth(
        source=Source(MEMORY, "coco", "made dataset"),
        images=Images(
            ids=image_ids,
            sizes=np.tile(np.array(knobs.image_size, np.int64), (knobs.images, 1)),
            file_names=strings_from(f"{number:012d}.jpg" for number in range(1, knobs.images + 1)),
        ),
        categories=Categories(
            ids=category_ids, names=tuple(f"class {number}" for number in range(1, knobs.categories + 1))
        ),
        image=pick_ids(image_ids, image[rows]),
        category=pick_ids(category_ids, classes[rows]),
        ids=_annotation_ids(len(image), knobs, chance),
        boxes=boxes[rows],
        area=area[rows],
        crowd=crowd[rows].astype(np.uint8),
        ignore=chance.happens(knobs.ignored, len(image)).astype(np.uint8),
    )
    starts = np.cumsum(counts) - counts
    return Arrangement(
        truth=truth, palettes=palettes, counts=counts, starts=starts, boxes=boxes, classes=classes
    )


def random_boxes(count: int, size: tuple[int, int], chance: Chance) -> FloatArray:
    """Draw boxes inside the image: about half small, a fifth medium, a third large, as in COCO."""
    longest = 0.9 * min(size)
    side = chance.uniform(count)
    side *= side
    side *= side
    side = 5.0 + (longest - 5.0) * side
    other = side * chance.between(0.35, 1.0, count)
    upright = chance.happens(0.5, count)
    boxes = np.empty((count, 4))
    boxes[:, 2] = np.where(upright, other, side)
    boxes[:, 3] = np.where(upright, side, other)
    boxes[:, 0] = (size[0] - boxes[:, 2]) * chance.uniform(count)
    boxes[:, 1] = (size[1] - boxes[:, 3]) * chance.uniform(count)
    return boxes


def round_inside(boxes: FloatArray, decimals: int | None, size: tuple[int, int]) -> FloatArray:
    """Round, keeping width and height positive and the corners inside the image."""
    if decimals is None:
        return boxes
    boxes = np.round(boxes, decimals)
    step = 10.0**-decimals
    for axis in (0, 1):
        boxes[:, axis] = np.minimum(boxes[:, axis], size[axis] - step)
        boxes[:, 2 + axis] = np.clip(boxes[:, 2 + axis], step, size[axis] - boxes[:, axis])
    return np.round(boxes, decimals)


def _counts(knobs: DatasetKnobs, chance: Chance) -> Int64Array:
    weights = chance.uniform(knobs.images)
    weights = 0.1 + weights * weights * weights
    empty = chance.order(knobs.images) < round(knobs.images * knobs.empty_images)
    weights[empty] = 0.0
    return share_out(round(knobs.images * knobs.truths_per_image), weights)


def _classes(knobs: DatasetKnobs, image: Int64Array, chance: Chance) -> tuple[Int64Array, Int64Array]:
    true_ones = class_frequencies(knobs.categories, knobs.categories_without_truth, chance)
    detected = true_ones + 0.2 * true_ones.max() * (true_ones == 0)
    palettes = class_palettes(detected, knobs.images, PALETTE_WIDTH, chance)
    palettes[:, :5] = class_palettes(true_ones, knobs.images, 5, chance)
    kinds = 1 + chance.whole(5, knobs.images)
    skew = chance.uniform(len(image))
    slot = (skew * skew * kinds[image]).astype(np.int64)
    return palettes, palettes[image, slot]


def _to_boundary(boxes: FloatArray, knobs: DatasetKnobs, chance: Chance) -> BoolArray:
    """Make some boxes squares whose area is exactly 32² or 96², in place."""
    sides = BOUNDARY_SIDES[min(knobs.image_size) >= BOUNDARY_SIDES]
    chosen = chance.happens(knobs.boundary_areas if len(sides) else 0.0, len(boxes))
    if chosen.any():
        boxes[chosen, 2:] = sides[chance.whole(len(sides), int(chosen.sum()))][:, None]
        boxes[:, :2] = np.minimum(boxes[:, :2], np.array(knobs.image_size) - boxes[:, 2:])
    return chosen


def _annotation_ids(count: int, knobs: DatasetKnobs, chance: Chance) -> Ids:
    style = "ordered" if knobs.ids == "strings" else knobs.ids
    return make_ids(count, style, "truth", chance)

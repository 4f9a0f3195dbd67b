"""A made dataset with masks or keypoints, as fast as `make_dataset`: shapes follow the boxes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import keypoints as native
from truebox.generation.chance import Chance
from truebox.generation.datasets.dataset import make_dataset
from truebox.masks import masks_to_compressed, rasterize_polygons
from truebox.records import Keypoints, SegmentationKind, Segmentations

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["make_shape_dataset"]

_POINTS = 20
_KEYPOINTS = 17
# Points of a circle of radius 1/2 in 1/1024: whole numbers, so that every platform makes the same outline.
_CIRCLE_X = (
    512,
    487,
    414,
    301,
    158,
    0,
    -158,
    -301,
    -414,
    -487,
    -512,
    -487,
    -414,
    -301,
    -158,
    0,
    158,
    301,
    414,
    487,
)


@refuses_other_kinds
def make_shape_dataset(
    shape: Literal["masks", "keypoints"], images: int = 100, categories: int = 10, seed: int = 0, **knobs: Any
) -> tuple[Truth, Predictions]:
    """Make a truth and predictions with masks or keypoints for tests and benchmarks.

    The same arguments give the same bits on every platform. Truths are polygons, crowds run lengths;
    detections are run lengths without boxes, as COCO results are written, or seventeen keypoints.

    Parameters
    ----------
    shape : {"masks", "keypoints"}
        What the rows have.
    images, categories : int
        How many.
    seed : int
        Zero or more.
    **knobs
        The others of `make_dataset`.

    Returns
    -------
    Truth, Predictions

    Examples
    --------
    >>> truth, predictions = make_shape_dataset("masks", images=3, categories=2)
    >>> len(truth.segmentations), len(predictions.segmentations), predictions.boxed
    (22, 90, False)
    """
    truth, predictions = make_dataset(images, categories, seed=seed, **knobs)
    chance = Chance(seed, 3)
    if shape == "keypoints":
        return _with_keypoints(truth, chance), _found_keypoints(predictions, chance)
    size = truth.images.sizes[0] if len(truth.images) else np.array([16, 16])
    crowd = truth.crowd.astype(bool)
    outlines = _outlines(truth.boxes, chance)
    true = _segmentations(outlines, _rasters(outlines, size), crowd)
    # A detector's outline is its own: shaped anew, inside a box that is near the truth's.
    masks = _rasters(_outlines(predictions.boxes, chance), size)
    found = _segmentations(None, masks, np.ones(len(predictions), dtype=bool))
    nowhere = np.zeros_like(predictions.boxes)
    return (
        replace(truth, segmentations=true),
        replace(predictions, segmentations=found, boxes=nowhere, boxed=False),
    )


def _outlines(boxes: FloatArray, chance: Chance) -> FloatArray:
    """Wobbly ellipses [N, points, 2] inside the boxes, coordinates in hundredths of a pixel."""
    circle = np.stack([np.array(_CIRCLE_X), np.roll(_CIRCLE_X, 5)], axis=1) / 1024.0
    radius = chance.between(0.85, 1.0, (len(boxes), _POINTS, 1))
    points = boxes[:, None, :2] + boxes[:, None, 2:] * (0.5 + circle * radius)
    rounded: FloatArray = np.round(points * 100.0) / 100.0
    return rounded


def _rasters(outlines: FloatArray, size: Int64Array) -> Masks:
    count = len(outlines)
    width, height = size.tolist()
    offsets = np.arange(count + 1, dtype=np.int64)
    return rasterize_polygons(outlines.ravel(), offsets * 2 * _POINTS, offsets, (height, width)).masks


def _segmentations(outlines: FloatArray | None, masks: Masks, as_runs: BoolArray) -> Segmentations:
    """Run lengths where `as_runs`, else the outline."""
    texts = masks_to_compressed(masks)
    texts = [text if runs else b"" for text, runs in zip(texts, as_runs.tolist(), strict=True)]
    parts = (~as_runs).astype(np.int64)
    polygons = np.empty((0, _POINTS, 2)) if outlines is None else outlines[~as_runs]
    return Segmentations(
        kinds=np.where(as_runs, SegmentationKind.TEXT, SegmentationKind.POLYGONS).astype(np.uint8),
        sizes=np.where(as_runs[:, None], masks.sizes, 0).astype(np.int64),
        text=np.frombuffer(b"".join(texts), dtype=np.uint8),
        text_offsets=_offsets(np.array([len(text) for text in texts], dtype=np.int64)),
        numbers=polygons.ravel(),
        part_offsets=np.arange(len(polygons) + 1, dtype=np.int64) * 2 * _POINTS,
        row_offsets=_offsets(parts),
    )


def _offsets(lengths: Int64Array) -> Int64Array:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths, dtype=np.int64)])


def _points_in(boxes: FloatArray, chance: Chance) -> FloatArray:
    """One place per keypoint in each box, the same share of the box for all boxes but for some noise."""
    home = Chance(0, 4).between(0.1, 0.9, (1, _KEYPOINTS, 2))
    noise = chance.bell((len(boxes), _KEYPOINTS, 2)) * 0.03
    points = boxes[:, None, :2] + boxes[:, None, 2:] * (home + noise)
    rounded: FloatArray = np.round(points * 100.0) / 100.0
    return rounded


def _with_keypoints(truth: Truth, chance: Chance) -> Truth:
    seen = chance.whole(3, (len(truth), _KEYPOINTS)).astype(np.float64)
    seen[chance.happens(0.1, len(truth))] = 0
    points = _points_in(truth.boxes, chance) * (seen > 0)[:, :, None]
    held = np.concatenate([points, seen[:, :, None]], axis=2)
    return replace(truth, keypoints=_keypoints(held))


def _found_keypoints(predictions: Predictions, chance: Chance) -> Predictions:
    points = _points_in(predictions.boxes, chance)
    held = np.concatenate([points, np.ones((len(points), _KEYPOINTS, 1))], axis=2)
    keypoints = _keypoints(held)
    return replace(predictions, keypoints=keypoints, boxes=keypoints.extents, boxed=False)


def _keypoints(points: FloatArray) -> Keypoints:
    extents, labelled = np.empty((len(points), 4)), np.empty(len(points), dtype=np.int64)
    native.measure(points, extents, labelled, 0)
    return Keypoints(points=points, labelled=labelled, extents=extents)

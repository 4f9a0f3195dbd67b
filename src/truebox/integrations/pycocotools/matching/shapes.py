"""The whole evaluation at once of masks and of keypoints."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import evaluation as native
from truebox._native.threads import thread_count
from truebox.errors import TrueboxError, TrueboxWarning
from truebox.integrations.pycocotools.matching.whole import prepared
from truebox.masks import mask_area, mask_to_box, masks_from_coco, masks_to_compressed
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.evaluation import MatchState
    from truebox.integrations.pycocotools.matching.params import Params
    from truebox.integrations.pycocotools.matching.whole import TakenRows, WholeMatch
    from truebox.masks import Masks
    from truebox.typing import FloatArray, Int64Array

__all__ = ["with_keypoints", "with_masks"]

_SKIPPED = 255
_AT_ONCE = 16


def with_masks(whole: WholeMatch, images: tuple[Any, Any]) -> MatchState | None:
    """The match by masks, or None where one is not plain.

    As the reference does, every segmentation that takes part becomes compressed run lengths, where it lies.

    Parameters
    ----------
    whole : WholeMatch
        What is matched.
    images : tuple of dict
        Image of each id, of the truths and of the detections.
    """
    sides = whole.truths, whole.detections
    true, found = (_masks(side, table) for side, table in zip(sides, images, strict=True))
    if true is None or found is None:
        return None
    sizes = _sizes_of_images(whole, (true, found))
    if sizes is None:
        return None
    for side, masks in ((whole.truths, true), (whole.detections, found)):
        _put_down(side, masks)
    area, boxes = mask_area(found).astype(np.float64), mask_to_box(found)
    overlaps = native.MaskOverlaps(
        _native_rows(sides[1], found, sizes), area, boxes, _native_rows(sides[0], true, sizes), None, False
    )
    state, held = prepared(whole, boxes, None)
    places = np.arange(len(true), dtype=np.int64)
    native.match_masks(
        overlaps,
        whole.detections.columns.area,
        places,
        held.cells,
        held.detections,
        held.truths,
        held.rules,
        held.outcome,
        thread_count(None),
    )
    return state


def _masks(side: TakenRows, images: Any) -> Masks | None:
    """Masks of all rows, those that take no part included."""
    rows = side.columns.rows
    try:
        held = [row["segmentation"] for row in rows]
        listed = [images[row["image_id"]] for row in rows]
        sizes = np.array([(image["height"], image["width"]) for image in listed], dtype=np.int64).reshape(
            -1, 2
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            return masks_from_coco(held, sizes) if rows else None
    except (KeyError, TypeError, ValueError, OverflowError, TrueboxError):
        return None


def _sizes_of_images(whole: WholeMatch, both: tuple[Masks, Masks]) -> Int64Array | None:
    """Height and width of each image; None where masks of one differ."""
    sizes = np.zeros((len(whole.images), 2), dtype=np.int64)
    for side, masks in zip((whole.truths, whole.detections), both, strict=True):
        sizes[side.image[side.taken]] = masks.sizes[side.taken]
    for side, masks in zip((whole.truths, whole.detections), both, strict=True):
        if (sizes[side.image[side.taken]] != masks.sizes[side.taken]).any():
            return None
    return sizes


def _put_down(side: TakenRows, masks: Masks) -> None:
    rows, texts = side.columns.rows, None
    for place in np.flatnonzero(side.taken).tolist():
        segmentation = rows[place]["segmentation"]
        if type(segmentation) is list or type(segmentation["counts"]) is list:
            texts = masks_to_compressed(masks) if texts is None else texts
            size = masks.sizes[place].tolist()
            rows[place]["segmentation"] = {"size": size, "counts": texts[place]}


def _native_rows(side: TakenRows, masks: Masks, sizes: Int64Array) -> native.Segmentations:
    texts = masks_to_compressed(masks)
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int64)
    kinds = np.where(side.taken, np.uint8(SegmentationKind.TEXT), np.uint8(_SKIPPED)).astype(np.uint8)
    rows = native.Segmentations(
        *(kinds, np.array(masks.sizes), np.frombuffer(b"".join(texts), dtype=np.uint8), ends),
        *(np.empty(0), np.zeros(1, dtype=np.int64), np.zeros(len(masks) + 1, dtype=np.int64)),
        *(np.ascontiguousarray(side.image), sizes, None),
    )
    rows.measure(np.empty(len(masks)), np.empty((len(masks), 4)), thread_count(None))
    return rows


def with_keypoints(whole: WholeMatch, params: Params) -> MatchState | None:
    """The match by keypoints, or None where some are not plain."""
    if not isinstance(getattr(params, "kpt_oks_sigmas", None), np.ndarray):
        return None  # the reference fails where it squares a list
    try:
        sigmas = np.array(params.kpt_oks_sigmas, dtype=np.float64)
        points = [_points(side, len(sigmas)) for side in (whole.truths, whole.detections)]
        labelled = np.array([row["num_keypoints"] for row in whole.truths.columns.rows], dtype=np.float64)
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        return None
    fits = sigmas.ndim == 1 and sigmas.size and bool((np.isfinite(sigmas) & (sigmas > 0)).all())
    if not fits or whole.parameters.class_agnostic or not all(np.isfinite(each).all() for each in points):
        return None
    columns, uncounted = whole.truths.columns, (labelled == 0).astype(np.uint8)
    true, found = (native.Points(each, None, None, 1) for each in points)
    sides = found, true, columns.area + np.spacing(1), columns.boxes, (sigmas * 2) ** 2
    overlaps = native.KeypointOverlaps(*sides, False)
    state, held = prepared(whole, whole.detections.columns.boxes, uncounted)
    places = np.arange(len(points[0]), dtype=np.int64)
    lowest = float(np.minimum(whole.parameters.iou_thresholds, 1 - 1e-10).min())
    asked = places, held.cells, held.detections, held.truths, False, lowest
    for first in range(0, held.cells.ranges, _AT_ONCE):
        last = min(first + _AT_ONCE, held.cells.ranges)
        values = np.empty(overlaps.collect(*asked, first, last, thread_count(None)))
        overlaps.copy_exponents(values)
        np.exp(values, out=values)
        overlaps.finish(values)
    native.match_keypoints(
        overlaps,
        True,
        whole.detections.columns.area,
        places,
        held.cells,
        held.detections,
        held.truths,
        held.rules,
        held.outcome,
        thread_count(None),
    )
    return state


def _points(side: TakenRows, count: int) -> FloatArray:
    rows = side.columns.rows
    points = np.array([row["keypoints"] for row in rows], dtype=np.float64).reshape(len(rows), -1)
    if len(rows) and points.shape[1] != 3 * count:
        raise ValueError("another number of points than of sigmas")
    return np.ascontiguousarray(points.reshape(len(rows), count, 3))

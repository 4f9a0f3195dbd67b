"""What both readers hand on: columns whose every value is already checked, before rows are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._named import NamedTuple

if TYPE_CHECKING:
    from truebox.records import Finding, Ids, Keypoints, Segmentations, Strings
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int64Array

__all__ = ["UnfinishedPredictions", "UnfinishedTruth"]


class UnfinishedPredictions(NamedTuple):
    """Detections as read: `boxes` [N, 4] x, y, width, height; everything finite, sizes >= 0.

    `boxed` tells whether the source gives boxes; without, they are zeros or the keypoints' extent.
    """

    image: Ids
    category: Ids
    boxes: FloatArray
    scores: FloatArray
    boxed: bool = True
    segmentations: Segmentations | None = None
    keypoints: Keypoints | None = None
    findings: tuple[Finding, ...] = ()


class UnfinishedTruth(NamedTuple):
    """A truth as read; images and categories may still hold an id twice.

    `area` is meaningless where `area_missing`; `box_of_outline` tells which boxes are extents of outlines,
    in place of boxes that the source has not; the rest is as in `truebox.records.Truth`.
    """

    image_ids: Ids
    image_sizes: Int64Array
    file_names: Strings
    category_ids: Ids
    category_names: tuple[str, ...]
    image: Ids
    category: Ids
    ids: Ids
    boxes: FloatArray
    area: FloatArray
    area_missing: BoolArray
    crowd: ByteArray
    ignore: ByteArray
    box_of_outline: BoolArray | None = None
    states: tuple[str, ...] = ()
    segmentations: Segmentations | None = None
    keypoints: Keypoints | None = None
    findings: tuple[Finding, ...] = ()

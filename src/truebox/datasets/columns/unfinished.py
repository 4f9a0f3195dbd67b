"""What both readers hand on: columns whose every value is already checked, before rows are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.records import Ids, Keypoints, Segmentations, Strings
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int64Array

__all__ = ["UnfinishedPredictions", "UnfinishedTruth"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnfinishedPredictions:
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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnfinishedTruth:
    """A truth as read; images and categories may still hold an id twice.

    `area` is meaningless where `area_missing`; the rest is as in `truebox.records.Truth`.
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
    states: tuple[str, ...] = ()
    segmentations: Segmentations | None = None
    keypoints: Keypoints | None = None

"""Arrays, dicts and objects of other packages as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.memory.array_shapes import (
        boxes_of_masks,
        keypoints_of_arrays,
        masks_of_arrays,
        rows_of_bad_masks,
        segmentations_of_masks,
    )

__all__ = [
    "boxes_of_masks",
    "keypoints_of_arrays",
    "masks_of_arrays",
    "rows_of_bad_masks",
    "segmentations_of_masks",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "array_shapes": "boxes_of_masks keypoints_of_arrays masks_of_arrays "
        "rows_of_bad_masks segmentations_of_masks",
    },
)

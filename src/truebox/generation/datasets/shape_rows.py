"""Segmentations and keypoints of records as the values COCO files hold."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.records import Keypoints, Segmentations

__all__ = ["keypoint_values", "segmentation_values"]


def segmentation_values(held: Segmentations) -> list[Any]:
    """The ``segmentation`` of every row; None where there is none."""
    return [_segmentation(held, row) for row in range(len(held))]


def _segmentation(held: Segmentations, row: int) -> Any:
    kind = SegmentationKind(int(held.kinds[row]))
    if kind is SegmentationKind.NONE:
        return None
    size = held.sizes[row].tolist()
    if kind is SegmentationKind.TEXT:
        text = held.text[held.text_offsets[row] : held.text_offsets[row + 1]].tobytes()
        return {"size": size, "counts": text.decode("ascii")}
    bounds = held.part_offsets[held.row_offsets[row] : held.row_offsets[row + 1] + 1].tolist()
    parts = [held.numbers[begin:end].tolist() for begin, end in itertools.pairwise(bounds)]
    if kind is SegmentationKind.COUNTS:
        return {"size": size, "counts": [int(count) for count in parts[0]]}
    return parts


def keypoint_values(held: Keypoints) -> list[list[float]]:
    """The ``keypoints`` of every row."""
    flat: list[list[float]] = held.points.reshape(len(held), -1).tolist()
    return flat

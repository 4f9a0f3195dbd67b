"""Masks and keypoints of arrays per image, as torchvision and torchmetrics name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.datasets.columns.keypoint_values import keypoints_of_columns
from truebox.errors import InputError
from truebox.masks import Masks, as_masks, concatenate_masks, mask_area, mask_to_box, masks_to_compressed
from truebox.records import Keypoints, SegmentationKind, Segmentations

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = [
    "ImageArrays",
    "boxes_of_masks",
    "keypoints_of_arrays",
    "masks_of_arrays",
    "rows_of_bad_masks",
    "segmentations_of_masks",
]

ImageArrays = tuple[str, Mapping[str, Any], int]
"""What names an image in messages, its mapping, and how many boxes it has."""


def masks_of_arrays(images: Sequence[ImageArrays]) -> Masks:
    """The ``masks`` of every image: booleans [n, H, W] or [n, 1, H, W], `Masks`, or run lengths (E-137)."""
    return concatenate_masks([_masks(*image) for image in images])


def boxes_of_masks(place: str, entry: Mapping[str, Any]) -> FloatArray:
    """Tight boxes x, y, width, height [n, 4] of the ``masks`` of an image that has no boxes (E-137)."""
    return mask_to_box(_masks(place, entry, len(entry["masks"])))


def rows_of_bad_masks(place: str, given: Any) -> list[InputError]:
    """The refusal of each run-length mask that does not fill its image; none for masks of other kinds."""
    if not _are_run_lengths(given):
        return []
    refused = []
    for row, mask in enumerate(given):
        try:
            as_masks([mask], f"{place}.masks")
        except InputError as error:
            refused.append(InputError(error.code, f"{place}.masks[{row}]", error.problem, error.fix, row=row))
    return refused


def _are_run_lengths(given: Any) -> bool:
    return isinstance(given, list | tuple) and all(isinstance(mask, Mapping) for mask in given)


def _are_masks(given: Any) -> bool:
    return isinstance(given, list | tuple) and bool(given) and all(isinstance(mask, Masks) for mask in given)


def _masks(place: str, entry: Mapping[str, Any], count: int) -> Masks:
    if entry.get("masks") is None:
        raise InputError("E-137", place, "masks are missing", 'every image needs "masks", one per box')
    given = entry["masks"]
    if isinstance(given, Masks) or _are_run_lengths(given) or _are_masks(given):
        masks = as_masks(given, f"{place}.masks")
    else:
        dense = _numpy(given, f"{place}.masks")
        if dense.ndim == 4 and dense.shape[1] == 1:
            dense = dense[:, 0]
        if count and (dense.ndim != 3 or dense.dtype.kind not in "biu"):
            problem = f"{dense.dtype} {list(dense.shape)}, need booleans [n, height, width]"
            raise InputError(
                "E-137", f"{place}.masks", problem, "compare probabilities with a threshold first"
            )
        masks = as_masks(dense if count else [], f"{place}.masks")
    if len(masks) != count:
        problem = f"{len(masks)} masks, but there are {count} boxes"
        raise InputError("E-137", f"{place}.masks", problem, "give one mask per box")
    return masks


def segmentations_of_masks(masks: Masks) -> tuple[Segmentations, FloatArray]:
    """Masks as a file would hold them, and the area of each."""
    texts = masks_to_compressed(masks)
    nothing = np.zeros(1, dtype=np.int64)
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    held = Segmentations(
        kinds=np.full(len(masks), SegmentationKind.TEXT, dtype=np.uint8),
        sizes=np.array(masks.sizes, dtype=np.int64).reshape(-1, 2),
        text=np.frombuffer(b"".join(texts), dtype=np.uint8),
        text_offsets=np.concatenate([nothing, np.cumsum(lengths)]),
        numbers=np.empty(0),
        part_offsets=nothing,
        row_offsets=np.zeros(len(masks) + 1, dtype=np.int64),
    )
    return held, mask_area(masks).astype(np.float64)


def keypoints_of_arrays(images: Sequence[ImageArrays]) -> Keypoints:
    """The ``keypoints`` [n, K, 3] of every image: x, y, visibility (E-137, E-170)."""
    parts = [_points(*image) for image in images]
    rows = [row for part in parts for row in part]
    places = [f"{place}.keypoints[{row}]" for place, _, count in images for row in range(count)]

    def refuse(row: int, problem: str) -> InputError:
        return InputError(
            "E-170", places[row], problem, "give the same number of finite points for each", row=row
        )

    ends = np.cumsum([row.size for row in rows], dtype=np.int64)
    numbers = np.concatenate([np.empty(0), *(row.ravel() for row in rows)])
    return keypoints_of_columns(numbers, ends, np.full(len(rows), -1, dtype=np.int64), refuse)


def _points(place: str, entry: Mapping[str, Any], count: int) -> AnyArray:
    if "keypoints" not in entry:
        raise InputError(
            "E-137", place, "keypoints are missing", 'every image needs "keypoints", one row per box'
        )
    points = _numpy(entry["keypoints"], f"{place}.keypoints")
    if count == 0:
        return np.empty((0, 1, 3))
    if points.ndim != 3 or points.shape[0] != count or points.shape[2] != 3 or points.dtype.kind not in "iuf":
        problem = f"{points.dtype} {list(points.shape)}, need numbers [{count}, K, 3]"
        raise InputError("E-137", f"{place}.keypoints", problem, "give x, y, visibility of every point")
    return points.astype(np.float64)


def _numpy(value: Any, name: str) -> AnyArray:
    """A tensor leaves its device and its gradient here."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
    refuse_masked(value, name)
    try:
        return np.asarray(value)
    except ValueError:  # rows of several lengths, or things of several kinds
        problem = "a list of several shapes or kinds, need one array of all"
        raise InputError("E-137", name, problem, "give what is of one image in one shape and kind") from None

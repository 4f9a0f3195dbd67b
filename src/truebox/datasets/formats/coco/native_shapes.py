"""The native reader's columns with segmentations or keypoints; None where the general path must look."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox.datasets.columns.keypoint_values import keypoints_of_columns
from truebox.datasets.columns.read_columns import PredictionColumns, TruthColumns
from truebox.datasets.formats.coco.native import native_truth_columns
from truebox.errors import InputError
from truebox.records import Ids, Segmentations

__all__ = ["native_shape_prediction_columns", "native_shape_truth_columns"]

_PREDICTION_COLUMNS = 7
_TRUTH_COLUMNS = 19
_KEYPOINT_COLUMNS = 3


def native_shape_prediction_columns(found: tuple[Any, ...]) -> PredictionColumns | None:
    """Columns of what a reading of results with masks or keypoints returned."""
    if len(found) == 2:
        return None
    image, image_names, category, category_names, boxes, scores, given = found[:_PREDICTION_COLUMNS]
    boxed = len(given) == 0 or bool(given[0])
    shapes = _shapes(found[_PREDICTION_COLUMNS:])
    if shapes is None or (boxed and not given.all()):
        return None
    if not boxed:
        keypoints = shapes.get("keypoints")
        boxes = np.zeros_like(boxes) if keypoints is None else keypoints.extents
    return PredictionColumns(
        image=Ids(image, image_names),
        category=Ids(category, category_names),
        boxes=boxes,
        scores=scores,
        boxed=boxed,
        **shapes,
    )


def native_shape_truth_columns(found: tuple[Any, ...]) -> TruthColumns | None:
    """Columns of what a reading of a truth with masks or keypoints returned."""
    if len(found) == 2:
        return None
    shapes = _shapes(found[_TRUTH_COLUMNS:])
    if shapes is None:
        return None
    return native_truth_columns(found[:_TRUTH_COLUMNS], **shapes)


def _shapes(columns: tuple[Any, ...]) -> dict[str, Any] | None:
    if len(columns) != _KEYPOINT_COLUMNS:
        kinds, sizes, text, text_offsets, numbers, part_offsets, row_offsets = columns
        return {
            "segmentations": Segmentations(
                kinds=kinds,
                sizes=sizes,
                text=text,
                text_offsets=text_offsets,
                numbers=numbers,
                part_offsets=part_offsets,
                row_offsets=row_offsets,
            )
        }
    numbers, offsets, labelled = columns
    try:
        return {"keypoints": keypoints_of_columns(numbers, offsets[1:], labelled, _declined)}
    except InputError:
        return None  # the general path says which row, and how


def _declined(row: int, problem: str) -> InputError:
    return InputError("E-170", "keypoints", problem, "", row=row)

"""The native reader of each geometry, and its columns: None where the general path must look."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._lazily import deferred
from truebox._named import NamedTuple
from truebox._native import datasets as _kernels
from truebox._widened import narrow_or_not
from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
from truebox.datasets.formats import coco
from truebox.errors import ArgumentError, InputError
from truebox.records import Ids, Segmentations, Strings
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox._native._core.datasets import Declined, PredictionArrays, TruthArrays
    from truebox.datasets.columns import keypoint_values
    from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
else:
    keypoint_values = deferred("truebox.datasets.columns.keypoint_values")  # only keypoints need it (.5 ms)

__all__ = ["Reader", "reader_of"]


def native_prediction_columns(found: PredictionArrays | Declined) -> UnfinishedPredictions | None:
    """Columns of what `take` or `read_predictions_text` returned."""
    if len(found) == 2:
        return None
    image, image_names, category, category_names, boxes, scores = found
    return UnfinishedPredictions(
        image=Ids(narrow_or_not(image), image_names),
        category=Ids(narrow_or_not(category), category_names),
        boxes=boxes,
        scores=scores,
    )


def native_truth_columns(found: TruthArrays | Declined, **shapes: Any) -> UnfinishedTruth | None:
    """Columns of what `take` or `read_truth_text` returned, `shapes` added."""
    if len(found) == 2:
        return None
    (
        image_ids, image_id_names, sizes, file_names, offsets,
        category_ids, category_id_names, category_names,
        image, image_names, category, category_of_names, ids, id_names,
        boxes, area, area_missing, crowd, ignore, states,
    ) = found  # fmt: skip
    return UnfinishedTruth(
        image_ids=Ids(image_ids, image_id_names),
        image_sizes=sizes,
        file_names=Strings(file_names, offsets),
        category_ids=Ids(category_ids, category_id_names),
        category_names=category_names,
        image=Ids(image, image_names),
        category=Ids(category, category_of_names),
        ids=Ids(ids, id_names),
        boxes=boxes,
        area=area,
        area_missing=area_missing.view(bool),
        crowd=crowd,
        ignore=ignore,
        states=states,
        **shapes,
    )


_PREDICTION_COLUMNS = 7
_TRUTH_COLUMNS = 20
_KEYPOINT_COLUMNS, _PACKED_COLUMNS = 3, 4


def native_shape_prediction_columns(found: tuple[Any, ...]) -> UnfinishedPredictions | None:
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
        boxes = np.zeros(boxes.shape) if keypoints is None else keypoints.extents  # zeros_like writes them
    return UnfinishedPredictions(
        image=Ids(narrow_or_not(image), image_names),
        category=Ids(narrow_or_not(category), category_names),
        boxes=boxes,
        scores=scores,
        boxed=boxed,
        **shapes,
    )


def native_shape_truth_columns(found: tuple[Any, ...]) -> UnfinishedTruth | None:
    """Columns of what a reading of a truth with masks or keypoints returned."""
    if len(found) == 2:
        return None
    shapes = _shapes(found[_TRUTH_COLUMNS:])
    if shapes is None:
        return None
    return native_truth_columns(found[:_TRUTH_COLUMNS], **shapes)


def _shapes(columns: tuple[Any, ...]) -> dict[str, Any] | None:
    if len(columns) == _PACKED_COLUMNS:
        return {"keypoints": keypoint_values.keypoints_of_packed(*columns)}
    if len(columns) != _KEYPOINT_COLUMNS:
        kinds, sizes, text, text_offsets, numbers, part_offsets, row_offsets = columns
        return {
            "segmentations": Segmentations(
                kinds=kinds,
                sizes=narrow_or_not(sizes),
                text=text,
                text_offsets=text_offsets,
                numbers=numbers,
                part_offsets=part_offsets,
                row_offsets=row_offsets,
            )
        }
    numbers, offsets, labelled = columns
    try:
        return {"keypoints": keypoint_values.keypoints_of_columns(numbers, offsets[1:], labelled, _declined)}
    except InputError:
        return None  # the general path says which row, and how


def _declined(row: int, problem: str) -> InputError:
    return InputError("E-170", "keypoints", problem, "", row=row)


class Reader(NamedTuple):
    """Native readings of files and texts, and what makes columns of their answers."""

    truth_file: Callable[..., Any]
    truth_text: Callable[..., Any]
    truth: Callable[[Any], UnfinishedTruth | None]
    predictions_file: Callable[..., Any]
    predictions_text: Callable[..., Any]
    predictions: Callable[[Any], UnfinishedPredictions | None]


_BOXES = Reader(
    _kernels.TruthReading,
    _kernels.read_truth_text,
    native_truth_columns,
    _kernels.PredictionsReading,
    _kernels.read_predictions_text,
    native_prediction_columns,
)
_MASKS = Reader(
    _kernels.MaskTruthReading,
    _kernels.read_mask_truth_text,
    native_shape_truth_columns,
    _kernels.MaskPredictionsReading,
    _kernels.read_mask_predictions_text,
    native_shape_prediction_columns,
)
_KEYPOINTS = Reader(
    _kernels.KeypointTruthReading,
    _kernels.read_keypoint_truth_text,
    native_shape_truth_columns,
    _kernels.KeypointPredictionsReading,
    _kernels.read_keypoint_predictions_text,
    native_shape_prediction_columns,
)
_ROTATED = _MASKS._replace(
    truth=lambda found: coco.only_quads(native_shape_truth_columns(found)),
    predictions=lambda found: coco.only_quads(native_shape_prediction_columns(found)),
)
_READERS = {
    "boxes": _BOXES,
    "masks": _MASKS,
    "boundary": _MASKS,
    "keypoints": _KEYPOINTS,
    **dict.fromkeys(ROTATED, _ROTATED),
}


def reader_of(geometry: str) -> Reader:
    """The reader of a geometry.

    Examples
    --------
    >>> reader_of("boundary") is reader_of("masks")
    True
    """
    if geometry not in _READERS:
        known = ", ".join(map(repr, _READERS))
        raise ArgumentError(f"geometry: {geometry!r} is unknown. Fix: pass one of {known}.")
    return _READERS[geometry]

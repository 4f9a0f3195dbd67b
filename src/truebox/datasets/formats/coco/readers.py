"""Which native reader serves which geometry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox._native import datasets as _kernels
from truebox.datasets.formats.coco.native import native_prediction_columns, native_truth_columns
from truebox.datasets.formats.coco.native_shapes import (
    native_shape_prediction_columns,
    native_shape_truth_columns,
)
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.datasets.columns.read_columns import PredictionColumns, TruthColumns

__all__ = ["Reader", "reader_of"]


@dataclass(frozen=True, slots=True)
class Reader:
    """Native readings of files and texts, and what makes columns of their answers."""

    truth_file: Callable[..., Any]
    truth_text: Callable[..., Any]
    truth: Callable[[Any], TruthColumns | None]
    predictions_file: Callable[..., Any]
    predictions_text: Callable[..., Any]
    predictions: Callable[[Any], PredictionColumns | None]


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
_READERS = {"boxes": _BOXES, "masks": _MASKS, "boundary": _MASKS, "keypoints": _KEYPOINTS}


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

"""COCO files that the native reader declined: read again, and what is wrong with them worded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from truebox._native import datasets as _kernels
from truebox._writing.streams import is_stream
from truebox.datasets.formats.coco.general import prediction_columns, truth_columns
from truebox.datasets.formats.coco.native import reader_of
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import parse
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
    from truebox.typing import Geometry

__all__ = ["predictions_again", "truth_again"]

_HEAD = 1 << 18


def truth_again(
    path: Path, name: str, threads: int | None, geometry: Geometry, angles: str | None = None
) -> UnfinishedTruth:
    """Columns of a truth that the native reader left: unpacked, or by the general path."""
    text = read_bytes(path)
    columns = None
    if isinstance(text, bytearray) or is_stream(path):  # which the native reader leaves to us
        reader = reader_of(geometry)
        columns = reader.truth(reader.truth_text(text, threads or 0))
    return truth_columns(parse(text, name), name, geometry, angles) if columns is None else columns


def predictions_again(
    path: Path, name: str, threads: int | None, geometry: Geometry, angles: str | None = None
) -> UnfinishedPredictions:
    """As `truth_again`, for a list of results."""
    text = read_bytes(path)
    columns = None
    if isinstance(text, bytearray) or is_stream(path):
        reader = reader_of(geometry)
        columns = reader.predictions(reader.predictions_text(text, threads or 0))
    if columns is None and geometry == "boxes" and _are_masks_alone(text):
        masked = reader_of(OUTLINED[0])
        columns = masked.predictions(masked.predictions_text(text, threads or 0))
    if columns is not None:
        return columns
    return prediction_columns(parse(text, name), name, geometry, angles=angles)


def _are_masks_alone(text: bytes | bytearray | memoryview) -> bool:
    """Whether the first row, which decides for all, has a mask and no box: read as boxes it is the same."""
    keys = _kernels.first_keys_of_text(bytes(memoryview(text)[:_HEAD])) or []
    return "segmentation" in keys and "bbox" not in keys

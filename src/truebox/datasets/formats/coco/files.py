"""COCO files: what the native reader answered becomes records, what it declined is read again and worded.

The general path is imported only for a declined file, so that a run on a plain file does not pay for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.finishing import finish_predictions, finish_truth
from truebox.datasets.formats.coco.readers import reader_of
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.datasets.columns.read_columns import PredictionColumns, TruthColumns
    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry

__all__ = ["finish_predictions_file", "finish_truth_file"]


def finish_truth_file(
    path: Path, found: tuple[Any, ...], threads: int | None, geometry: Geometry = "boxes"
) -> Truth:
    """Records of what the native reader made of `path`."""
    source = Source(str(path), "coco", "COCO JSON", path)
    columns = reader_of(geometry).truth(found)
    if columns is None:
        columns = _truth_again(path, source.name, threads, geometry)
    return finish_truth(columns, source)


def finish_predictions_file(
    path: Path, found: tuple[Any, ...], threads: int | None, geometry: Geometry = "boxes"
) -> Predictions:
    """As `finish_truth_file`, for a list of results."""
    source = Source(str(path), "coco", "COCO results", path)
    columns = reader_of(geometry).predictions(found)
    if columns is None:
        columns = _predictions_again(path, source.name, threads, geometry)
    return finish_predictions(columns, source)


def _truth_again(path: Path, name: str, threads: int | None, geometry: Geometry) -> TruthColumns:
    from truebox.datasets.formats.coco.general import truth_columns  # noqa: PLC0415  only a declined file needs it
    from truebox.datasets.texts.files import read_bytes  # noqa: PLC0415  only a declined file needs it
    from truebox.datasets.texts.json_text import parse  # noqa: PLC0415  only a declined file needs it

    text = read_bytes(path)
    columns = None
    if isinstance(text, bytearray):  # it was compressed, which the native reader leaves to zlib
        reader = reader_of(geometry)
        columns = reader.truth(reader.truth_text(text, threads or 0))
    return truth_columns(parse(text, name), name, geometry) if columns is None else columns


def _predictions_again(path: Path, name: str, threads: int | None, geometry: Geometry) -> PredictionColumns:
    from truebox.datasets.formats.coco.general import prediction_columns  # noqa: PLC0415  only a declined file needs it
    from truebox.datasets.texts.files import read_bytes  # noqa: PLC0415  only a declined file needs it
    from truebox.datasets.texts.json_text import parse  # noqa: PLC0415  only a declined file needs it

    text = read_bytes(path)
    columns = None
    if isinstance(text, bytearray):
        reader = reader_of(geometry)
        columns = reader.predictions(reader.predictions_text(text, threads or 0))
    return prediction_columns(parse(text, name), name, geometry) if columns is None else columns

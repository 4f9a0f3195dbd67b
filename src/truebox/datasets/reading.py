"""The front door: whatever a person holds, to records."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox.datasets import arrays
from truebox.datasets.coco_checks import finish_predictions, finish_truth
from truebox.datasets.coco_files import finish_predictions_file, finish_truth_file
from truebox.datasets.coco_general import prediction_columns, prediction_table_columns, truth_columns
from truebox.datasets.readers import reader_of
from truebox.errors import ArgumentError
from truebox.records import Predictions, Source, Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets.arrays import ArrayFormat
    from truebox.typing import Geometry

__all__ = ["PredictionsLike", "TruthLike", "read_predictions", "read_truth"]

PathLike: TypeAlias = str | os.PathLike[str]
TruthLike: TypeAlias = "PathLike | Mapping[Any, Any] | Sequence[Mapping[str, Any]] | Truth"
PredictionsLike: TypeAlias = (
    "PathLike | Mapping[Any, Any] | Sequence[Mapping[str, Any]] | np.ndarray | Predictions"
)


def read_truth(
    source: TruthLike,
    *,
    geometry: Geometry = "boxes",
    threads: int | None = None,
    box_format: ArrayFormat | None = None,
) -> Truth:
    """Read annotated objects.

    Parameters
    ----------
    source : path, mapping or sequence
        A COCO JSON file (``.json``, or gzip of it, recognised by content); a parsed COCO
        dictionary; or arrays per image: a sequence of mappings (the position is the image id unless
        the mapping holds ``image_id``) or a mapping of image id to mapping, each with ``boxes``
        [n, 4], ``labels`` [n] (integers or strings) and optionally ``iscrowd``, ``area``, ``ids``,
        ``width``, ``height``, ``file_name``; also ``masks`` (booleans [n, height, width]) or
        ``keypoints`` [n, K, 3] where the geometry needs them. `Truth` is returned as it is.
    geometry : {"boxes", "masks", "keypoints", "boundary"}
        What will be evaluated: segmentations and keypoints are read only where they are needed.
    threads : int, optional
        How many threads read a file; by default one per processor.
    box_format : {"xyxy", "xywh", "cxcywh", "yxyx"}, optional
        Of ``boxes`` in arrays per image; ``xyxy`` by default. Files and parsed COCO are always
        ``x, y, width, height``.

    Returns
    -------
    Truth
        `findings` tells what was noticed: missing areas, repeated ids, boxes without area.

    Raises
    ------
    InputError
        The data is refused; nothing is half read.
    ArgumentError
        `box_format` is unknown or does not apply, or `threads` is not positive.

    Notes
    -----
    A plain file is mapped into memory while it is read. One that is overwritten meanwhile is read
    again; one that is cut shorter meanwhile ends the process, as for every program that maps files.
    Write files under another name and rename them, as `write_coco_truth` does.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[10, 20, 30, 60]], "labels": ["cat"]}])
    >>> truth.boxes.tolist(), truth.area.tolist(), truth.categories.names
    ([[10.0, 20.0, 20.0, 40.0]], [800.0], ('cat',))
    """
    _check_threads(threads)
    if isinstance(source, Truth):
        _refuse_format(box_format)
        return source
    if isinstance(source, (str, os.PathLike)):
        _refuse_format(box_format)
        path = Path(source)
        found = reader_of(geometry).truth_file(path, threads or 0).take()
        return finish_truth_file(path, found, threads, geometry)
    if arrays.are_arrays_per_image(source):
        return arrays.truth_of_arrays(source, "xyxy" if box_format is None else box_format, geometry)
    _refuse_format(box_format)
    return truth_of_parsed(source, Source("<truth>", "coco", "COCO data"), geometry)


def read_predictions(
    source: PredictionsLike,
    *,
    geometry: Geometry = "boxes",
    threads: int | None = None,
    box_format: ArrayFormat | None = None,
) -> Predictions:
    """Read detections.

    Parameters
    ----------
    source : path, sequence, mapping or array
        A COCO results file (``.json``, or gzip of it); a parsed list of COCO results; an array
        [N, 7] of image id, x, y, width, height, score, category id; or arrays per image as in
        `read_truth`, each with ``boxes``, ``scores`` and ``labels``. `Predictions` is returned as it is.
    geometry, threads, box_format
        As in `read_truth`.

    Returns
    -------
    Predictions
        Rows in the order of the source; none for an empty list.

    Raises
    ------
    InputError, ArgumentError
        As in `read_truth`.

    Examples
    --------
    >>> import truebox as tb
    >>> found = tb.read_predictions(
    ...     [{"image_id": 7, "category_id": 1, "bbox": [10, 20, 20, 40], "score": 0.5}]
    ... )
    >>> len(found), found.image[0], found.scores.tolist()
    (1, 7, [0.5])
    """
    _check_threads(threads)
    if isinstance(source, Predictions):
        _refuse_format(box_format)
        return source
    if isinstance(source, (str, os.PathLike)):
        _refuse_format(box_format)
        path = Path(source)
        found = reader_of(geometry).predictions_file(path, threads or 0).take()
        return finish_predictions_file(path, found, threads, geometry)
    if arrays.are_arrays_per_image(source):
        return arrays.predictions_of_arrays(source, "xyxy" if box_format is None else box_format, geometry)
    _refuse_format(box_format)
    return predictions_of_parsed(source, Source("<predictions>", "coco", "COCO results"), geometry)


def truth_of_parsed(parsed: Any, source: Source, geometry: Geometry = "boxes") -> Truth:
    """Records of a parsed COCO dictionary."""
    return finish_truth(truth_columns(parsed, source.name, geometry), source)


def predictions_of_parsed(parsed: Any, source: Source, geometry: Geometry = "boxes") -> Predictions:
    """Records of a parsed list of COCO results, or of an array [N, 7]."""
    if isinstance(parsed, np.ndarray):
        return finish_predictions(prediction_table_columns(parsed, source.name), source)
    return finish_predictions(prediction_columns(parsed, source.name, geometry), source)


def _check_threads(threads: int | None) -> None:
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
        raise ArgumentError(f"threads must be a positive integer or None, got {threads!r}")


def _refuse_format(box_format: str | None) -> None:
    if box_format is not None:
        raise ArgumentError(
            f"box_format={box_format!r} applies to arrays per image only: "
            "COCO boxes are always x, y, width, height"
        )

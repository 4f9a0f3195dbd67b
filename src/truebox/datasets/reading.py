"""The front door: whatever a person holds, to records."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from truebox._kinds import refuses_other_kinds
from truebox._lazily import deferred
from truebox._native.begun_folder import folder_begun
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from truebox.boxes import BoxFormatLike
    from truebox.datasets import path_reading
    from truebox.datasets.held import held_data
    from truebox.datasets.joining import given_names, one_class
    from truebox.datasets.options import ClassIds, ReadOptions
    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry, PercentLayout
else:  # a folder is being read while NumPy and these are loaded (75 and 25 ms)
    path_reading, given_names, one_class, held_data = (
        deferred(f"truebox.datasets.{name}")
        for name in ("path_reading", "joining.given_names", "joining.one_class", "held.held_data")
    )

__all__ = [
    "PredictionsLike",
    "TruthLike",
    "predictions_as_said",
    "read_predictions",
    "read_truth",
    "truth_as_said",
]

PathLike: TypeAlias = str | os.PathLike[str]
TruthLike: TypeAlias = "PathLike | Mapping[Any, Any] | Sequence[Any] | Truth"
PredictionsLike: TypeAlias = "PathLike | Mapping[Any, Any] | Sequence[Any] | np.ndarray | Predictions"


@refuses_other_kinds
def read_truth(
    source: TruthLike,
    *,
    geometry: Geometry = "boxes",
    threads: int | None = None,
    box_format: BoxFormatLike | PercentLayout | None = None,
    format: str | None = None,
    images: PathLike | None = None,
    classes: Sequence[str] | None = None,
    pixel_origin: Literal[0, 1] | None = None,
    task: str | None = None,
    split: str | None = None,
    columns: Mapping[str, str] | None = None,
    single_class: bool = False,
    lenient: bool = False,
) -> Truth:
    """Read annotated objects.

    Parameters
    ----------
    source : path, mapping or sequence
        A file or folder in any known format, recognised by names and content: COCO JSON (``.gz`` and
        ``.zst`` too), YOLO, Pascal VOC and many more; a parsed COCO dictionary; or arrays per image: a
        sequence of mappings (the position is the image id unless the mapping holds ``image_id``) or a mapping
        of image id to mapping, each with ``boxes`` [n, 4], ``labels`` [n] (integers or strings) and
        optionally ``iscrowd``, ``area``, ``ids``, ``width``, ``height``, ``file_name``; also
        ``masks`` (booleans [n, height, width]) or ``keypoints`` [n, K, 3] where the geometry needs
        them; or objects of frameworks, one per image (supervision, Ultralytics, mmdet, detectron2,
        FiftyOne). `Truth` is returned as it is.
    geometry : {"boxes", "masks", "keypoints", "boundary", "rotated", "probiou"}
        What will be evaluated: segmentations and keypoints are read only where they are needed, and rotated
        boxes as four corners.
    threads : int, optional
        How many threads read a file; by default one per processor.
    box_format : {"xyxy", "xywh", "cxcywh", "yxyx"}, optional
        Of ``boxes`` in arrays per image (``xyxy`` by default), and of files: for formats that leave it
        open, and for files that do not keep to their format. With ``rel_`` before it for fractions, with
        ``pct_`` for percent of the image; in upper case too, or as ``coco``, ``yolo``, ``voc``.
    format : str, optional
        The format of a file or folder, instead of recognising it.
    images : path, optional
        Folder of the pictures, for formats that do not say their sizes; only headers are read.
    classes : sequence of str, optional
        Names of the classes in the order of their numbers, for formats that number them.
    pixel_origin : {0, 1}, optional
        The coordinate of the first pixel, for formats that leave it open.
    task : {"detect", "segment", "obb", "pose"}, optional
        What rows hold, for formats that leave it open.
    split : str, optional
        Which split of a data set that has several, such as ``"test"``, or ``"all"`` together. By default
        the one that its description names, as ``val`` of ``data.yaml``.
    columns : mapping of str to str, optional
        Of tables: which column holds what, where their names do not tell, such as
        ``{"image": "picture", "label": "kind", "x1": "west", ...}``.
    single_class : bool
        Take all objects as of one class, whatever the source says of them.
    lenient : bool
        Drop rows that would be refused, count them and say so (W-150).

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
    A plain file is mapped into memory while it is read. One that is overwritten or cut shorter meanwhile
    is read again, and refused where that shows it to be cut. Write files under another name and rename
    them, as `write_coco_truth` does.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[10, 20, 30, 60]], "labels": ["cat"]}])
    >>> truth.boxes.tolist(), truth.area.tolist(), truth.categories.names
    ([[10.0, 20.0, 20.0, 40.0]], [800.0], ('cat',))
    """
    said: dict[str, Any] = {
        "geometry": geometry,
        "threads": threads,
        "box_format": box_format,
        "format": format,
        "images": images,
        "classes": classes,
        "pixel_origin": pixel_origin,
        "task": task,
        "split": split,
        "columns": columns,
        "single_class": single_class,
        "lenient": lenient,
    }
    truth = truth_as_said(source, **said)
    path_reading.refuse_idle(source, truth.source, said, "truth")
    return truth


@refuses_other_kinds
def read_predictions(
    source: PredictionsLike,
    *,
    geometry: Geometry = "boxes",
    threads: int | None = None,
    box_format: BoxFormatLike | PercentLayout | None = None,
    format: str | None = None,
    images: PathLike | None = None,
    classes: Sequence[str] | None = None,
    pixel_origin: Literal[0, 1] | None = None,
    task: str | None = None,
    columns: Mapping[str, str] | None = None,
    single_class: bool = False,
    lenient: bool = False,
    letterbox: int | None = None,
    class_ids: ClassIds | None = None,
    truth: Truth | None = None,
) -> Predictions:
    """Read detections.

    Parameters
    ----------
    source : path, sequence, mapping or array
        A file or folder in any known format, as in `read_truth`; a parsed list of COCO results; an array
        [N, 7] of image id, x, y, width, height, score, category id; or arrays per image as in
        `read_truth`, each with ``boxes``, ``scores`` and ``labels``; or objects of frameworks.
        `Predictions` is returned as it is.
    geometry, threads, box_format, format, images, classes, pixel_origin, task, columns, single_class, lenient
        As in `read_truth`.
    letterbox : int, optional
        Boxes of files are in pixels of the image scaled and padded to a square of this side.
    class_ids : {"+1", "-1", "position", "coco91"}, optional
        Class ids of files are one too low, one too high, positions in the truth's list, or 0 to 79 where
        the truth has COCO's ids from 1 to 90 (or the other way round).
    truth : Truth, optional
        What the predictions belong to, without which the last two are refused: where given, images and
        classes that they name are joined to its ids, and fractions become pixels.

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
    said: dict[str, Any] = {
        "geometry": geometry,
        "threads": threads,
        "box_format": box_format,
        "format": format,
        "images": images,
        "classes": classes,
        "pixel_origin": pixel_origin,
        "task": task,
        "columns": columns,
        "single_class": single_class,
        "lenient": lenient,
        "letterbox": letterbox,
        "class_ids": class_ids,
    }
    found = predictions_as_said(source, truth=truth, **said)
    path_reading.refuse_idle(source, found.source, said, "predictions")
    return found


@refuses_other_kinds
def truth_as_said(source: TruthLike, *, format: str | None = None, **said: Any) -> Truth:
    """As `read_truth`; what the source does not heed is passed over, since the other side may.

    Examples
    --------
    >>> box = {"boxes": [[10, 20, 30, 60]], "labels": ["cat"]}
    >>> len(truth_as_said([box], classes=["cat"]))
    1
    """
    with _begun(source, said.get("threads")):
        return read_truth_with(source, path_reading.options_said(**said), format)


@refuses_other_kinds
def predictions_as_said(source: PredictionsLike, *, format: str | None = None, **said: Any) -> Predictions:
    """As `read_predictions`, with what `truth_as_said` passes over.

    Examples
    --------
    >>> box = {"boxes": [[10, 20, 30, 60]], "labels": ["cat"], "scores": [0.5]}
    >>> len(predictions_as_said([box], classes=["cat"]))
    1
    """
    for name in ("letterbox", "class_ids"):
        value = said.get(name)
        if value is not None and said.get("truth") is None:
            raise ArgumentError(
                f"{name}: the truth says what {value!r} means. Fix: pass truth=read_truth(...) too."
            )
    return read_predictions_with(source, path_reading.options_said(**said), format)


def read_truth_with(source: TruthLike, options: ReadOptions, format: str | None = None) -> Truth:
    """`read_truth` with everything that was said about the source in one value."""
    truth = given_names.with_given_names(_truth_with(source, options, format), options.classes)
    return one_class.of_one_class(truth, options)


def _truth_with(source: TruthLike, options: ReadOptions, format: str | None) -> Truth:
    thread_count(options.threads)
    if isinstance(source, (str, os.PathLike)):
        return path_reading.read_truth_path(Path(source), options, format)
    path_reading.refuse_bytes(source, "truth")
    return held_data.truth_of_held(source, options)


def read_predictions_with(
    source: PredictionsLike, options: ReadOptions, format: str | None = None
) -> Predictions:
    """`read_predictions` with everything that was said about the source in one value."""
    return one_class.of_one_class(_predictions_with(source, options, format), options)


def _predictions_with(source: PredictionsLike, options: ReadOptions, format: str | None) -> Predictions:
    thread_count(options.threads)
    if isinstance(source, (str, os.PathLike)):
        return path_reading.read_predictions_path(Path(source), options, format)
    path_reading.refuse_bytes(source, "predictions")
    return held_data.predictions_of_held(source, options)


def _begun(source: Any, threads: Any) -> AbstractContextManager[None]:
    """A folder of annotations, being read while modules are loaded; anything else waits for its reader.

    So does what is no number of threads: the reader words why.
    """
    countable = threads is None or (type(threads) is int and 0 < threads < 2**31)
    plain = countable and isinstance(source, (str, os.PathLike))
    return folder_begun(Path(source), threads) if plain else nullcontext()

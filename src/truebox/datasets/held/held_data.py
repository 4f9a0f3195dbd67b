"""What a person holds in memory, to records: parsed JSON, arrays, objects of frameworks."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._lazily import deferred
from truebox.datasets import registry
from truebox.datasets.columns.box_reading import read_again_as
from truebox.datasets.columns.finishing import finish_predictions, finish_truth
from truebox.datasets.formats import coco
from truebox.datasets.joining.adjusting import adjusted
from truebox.datasets.joining.joining import join
from truebox.datasets.joining.sizing import with_picture_sizes_found
from truebox.errors import ArgumentError, InputError
from truebox.records import Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.formats.coco import general, lenient
    from truebox.datasets.memory import arrays, detection_objects
    from truebox.datasets.options import ReadOptions
else:  # of what is not held: records need none of them (8 ms)
    general, lenient = (deferred(f"truebox.datasets.formats.coco.{name}") for name in ("general", "lenient"))
    arrays, detection_objects = (
        deferred(f"truebox.datasets.memory.{name}") for name in ("arrays", "detection_objects")
    )

__all__ = ["predictions_of_held", "truth_of_held"]

_OBJECTS, _RECORDS = "objects of frameworks say what their boxes are", "records know what their boxes are"


def truth_of_held(source: Any, options: ReadOptions) -> Truth:
    """The truth of what `truebox.read_truth` takes beside paths.

    Examples
    --------
    >>> from truebox.datasets.options import ReadOptions
    >>> len(truth_of_held([{"boxes": [[0, 0, 2, 2]], "labels": [1]}], ReadOptions()))
    1
    """
    if not isinstance(source, Truth):
        if detection_objects.are_detection_objects(source):
            _refuse_format(options.box_format, _OBJECTS)
            return detection_objects.truth_of_objects(source, options.geometry, options.errors)
        if arrays.are_arrays_per_image(source) or _is_nothing(source):
            return arrays.truth_of_arrays(
                source, options.box_format or "xyxy", options.geometry, options.errors, options.angles
            )
    if isinstance(source, Truth):
        _refuse_format(options.box_format, _RECORDS)
        return source
    other = registry.format_of_parsed(source)
    if other is not None and other.parsed_truth is not None:
        return other.parsed_truth(source, options)
    _refuse_format(options.box_format, "a parsed COCO truth is always x, y, width, height")
    truth = _truth_of_parsed(source, Source("<truth>", "coco", "COCO data"), options)
    return with_picture_sizes_found(truth, options)


def predictions_of_held(source: Any, options: ReadOptions) -> Predictions:
    """The predictions of what `truebox.read_predictions` takes beside paths.

    Examples
    --------
    >>> from truebox.datasets.options import ReadOptions
    >>> len(predictions_of_held(np.array([[7, 0, 0, 2, 2, 0.5, 1]]), ReadOptions()))
    1
    """
    if not isinstance(source, Predictions):
        if detection_objects.are_detection_objects(source):
            _refuse_format(options.box_format, _OBJECTS, "predictions")
            objects = detection_objects.predictions_of_objects(source, options.geometry, options.errors)
            return (
                objects
                if options.truth is None
                else adjusted(options.truth, join(options.truth, objects), options)
            )
        if arrays.are_arrays_per_image(source):
            found = arrays.predictions_of_arrays(
                source, options.box_format or "xyxy", options.geometry, options.errors, options.angles
            )
        elif (other := registry.format_of_parsed(source)) and other.parsed_predictions:
            found = other.parsed_predictions(source, options)
        else:
            where = Source("<predictions>", "coco", "COCO results", boxes=options.box_format or "xywh")
            found = _predictions_of_parsed(source, where, options)
            if options.box_format is not None:
                found = read_again_as(found, options.box_format)
        return (
            found if options.truth is None else adjusted(options.truth, join(options.truth, found), options)
        )
    _refuse_format(options.box_format, _RECORDS, "predictions")
    for name in ("letterbox", "class_ids"):
        if getattr(options, name) is not None:
            raise ArgumentError(
                f"{name}: records know their places and classes. Fix: say {name}={getattr(options, name)!r} "
                "where they are made, in read_predictions(source, truth=...)."
            )
    return source


def _truth_of_parsed(parsed: Any, source: Source, options: ReadOptions) -> Truth:
    """Records of a parsed COCO dictionary."""
    if options.errors.lenient:
        truth = lenient.lenient_truth_of(parsed, source, options)
    else:
        truth = finish_truth(
            general.truth_columns(parsed, source.name, options.geometry, options.angles), source
        )
    if source.path is None:
        truth = replace(truth, images=replace(truth.images, columns=coco.image_values(parsed["images"])))
    if not truth.states or source.path is not None:
        return truth
    # Nobody can look into the data again. What says this in part only is refused by who needs it.
    with contextlib.suppress(InputError):
        return replace(truth, federation=coco.read_federation(parsed, truth))
    return truth


def _predictions_of_parsed(parsed: Any, source: Source, options: ReadOptions) -> Predictions:
    """Records of a parsed list of COCO results, or of an array [N, 7]."""
    if isinstance(parsed, np.ndarray):
        if not options.errors.lenient or parsed.shape[:1] == (0,):
            return finish_predictions(general.prediction_table_columns(parsed, source.name), source)
        parsed = general.table_rows(parsed, source.name)
    if options.errors.lenient:
        return lenient.lenient_predictions_of(parsed, source, options)
    return finish_predictions(
        general.prediction_columns(parsed, source.name, options.geometry, angles=options.angles), source
    )


def _is_nothing(source: Any) -> bool:
    """Whether it is an empty list: a truth without any image."""
    return isinstance(source, (list, tuple)) and not source


def _refuse_format(box_format: str | None, why: str, role: Role = "truth") -> None:
    if box_format is not None:
        said = f"box_format={box_format!r}"
        other = f"; of predictions alone, pass read_predictions(..., {said})" if role == "truth" else ""
        raise ArgumentError(f"{said} does not apply: {why}. Fix: leave it out{other}.")

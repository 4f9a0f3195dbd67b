"""Predictions mended as their owner says: out of a letterbox, or with other class ids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.nearest import did_you_mean
from truebox.datasets.joining.coco_ids import coco_ids_for
from truebox.errors import ArgumentError, InputError
from truebox.records import Ids
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.datasets.options import ClassIds, ReadOptions
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray, Geometry, Int64Array

__all__ = ["adjusted", "class_id_readings", "out_of_letterbox", "shapes_said", "sizes_of_rows"]


def adjusted(truth: Truth, predictions: Predictions, options: ReadOptions) -> Predictions:
    """Joined predictions with `ReadOptions.letterbox` undone and `ReadOptions.class_ids` applied.

    Raises
    ------
    InputError
        A class id so read is not in the truth (E-131).
    ArgumentError
        Class ids are texts, the size of an image is unknown, or a letterbox is said of shapes besides boxes.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.datasets.options import ReadOptions
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [5], "width": 640, "height": 320}])
    >>> found = tb.read_predictions([{"image_id": 0, "category_id": 4, "bbox": [0, 160, 9, 9], "score": 1}])
    >>> mended = adjusted(truth, found, ReadOptions(letterbox=640, class_ids="+1"))
    >>> mended.boxes.tolist(), mended.category.tolist()
    ([[0.0, 0.0, 9.0, 9.0]], [5])
    """
    if options.class_ids is not None:
        predictions = replace(predictions, category=_other_classes(truth, predictions, options.class_ids))
    if options.letterbox is not None:
        _refuse_shapes(options.geometry)
        sizes = sizes_of_rows(truth, predictions)
        if not (sizes > 0).all():
            raise ArgumentError(
                "letterbox: the truth does not say the size of every image. Fix: add width and height."
            )
        boxes = out_of_letterbox(predictions.boxes, sizes, options.letterbox)
        predictions = replace(predictions, boxes=boxes)
    return predictions


def _refuse_shapes(geometry: Geometry) -> None:
    """Refuse to take boxes out of a letterbox beside masks or points that would stay in it."""
    if geometry != "boxes":
        shapes = shapes_said(geometry)
        raise ArgumentError(
            f"--letterbox moves plain boxes alone, and {shapes} are evaluated. "
            f"Fix: write the {shapes} in pixels of the image, or evaluate with --geometry boxes."
        )


def shapes_said(geometry: Geometry) -> str:
    """What a geometry looks at, in words.

    Examples
    --------
    >>> shapes_said("rotated"), shapes_said("keypoints"), shapes_said("boundary")
    ('rotated boxes', 'keypoints', 'masks')
    """
    if geometry in ROTATED:
        return "rotated boxes"
    return geometry if geometry in ("boxes", "keypoints") else "masks"


def out_of_letterbox(boxes: FloatArray, sizes: FloatArray, side: int) -> FloatArray:
    """Boxes x, y, width, height [N, 4] of images scaled to fit a square of `side` and padded evenly.

    Examples
    --------
    >>> out_of_letterbox(np.array([[0.0, 160.0, 9.0, 9.0]]), np.array([[640.0, 320.0]]), 640).tolist()
    [[0.0, 0.0, 9.0, 9.0]]
    """
    scale = side / sizes.max(axis=1, keepdims=True)
    border = (side - sizes * scale) / 2
    undone: FloatArray = np.array(boxes, dtype=np.float64)
    undone[:, :2] -= border
    undone /= scale
    return undone


def sizes_of_rows(
    truth: Truth, predictions: Truth | Predictions, rows: Int64Array | None = None
) -> FloatArray:
    """Width and height of the image of each row, or of each of these rows [N, 2]; 0 where unknown."""
    listed, names, image = truth.images.ids, predictions.image.names, predictions.image.values
    image = image if rows is None else image[rows]
    if names is None and listed.names is None and len(listed):
        order = np.argsort(listed.values, kind="stable")
        at = order[np.searchsorted(listed.values, image, side="right", sorter=order) - 1]
        places = np.where(listed.values[at] == image, at, -1)
    else:
        row_of = {value: row for row, value in enumerate(listed.tolist())}
        distinct, back = (names, image) if names is not None else np.unique(image, return_inverse=True)
        places = np.array([row_of.get(value, -1) for value in distinct], dtype=np.int64)[back]
    sizes: FloatArray = np.vstack([truth.images.sizes, [[0, 0]]]).astype(np.float64)[places]
    return sizes


def class_id_readings(listed: Ids) -> Iterator[tuple[ClassIds, dict[int, int]]]:
    """Every meaning of `ReadOptions.class_ids`, as predicted id to id of the truth.

    Examples
    --------
    >>> dict(class_id_readings(Ids.of([1, 2, 5])))["position"]
    {0: 1, 1: 2, 2: 5}
    """
    known = sorted(int(value) for value in listed.tolist())
    yield "+1", {value - 1: value for value in known}
    yield "-1", {value + 1: value for value in known}
    yield "position", dict(enumerate(known))
    yield "coco91", coco_ids_for(set(known))


def _other_classes(truth: Truth, predictions: Predictions, how: ClassIds) -> Ids:
    if truth.categories.ids.are_strings or predictions.category.are_strings:
        raise ArgumentError(f"class_ids: {how!r} needs whole numbers as class ids, and these are texts.")
    readings = dict(class_id_readings(truth.categories.ids))
    if how not in readings:
        hint = did_you_mean(how, readings)
        raise ArgumentError(f"class_ids: {how!r} is unknown.{hint} Fix: pass one of {', '.join(readings)}.")
    values, back = np.unique(predictions.category.values, return_inverse=True)
    strange = [value for value in values.tolist() if value not in readings[how]]
    if strange:
        raise InputError(
            "E-131",
            predictions.source.name,
            f"read as {how}, class ids such as {strange[0]} are not in {truth.source.name}",
            "use another value of --class-ids, or the ids of the truth",
        )
    new = [readings[how][value] for value in values.tolist()]
    return Ids(np.array(new, dtype=np.int64)[back])

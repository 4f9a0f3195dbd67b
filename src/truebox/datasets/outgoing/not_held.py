"""What a target format cannot hold of some records."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.id_places import places_in_table
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.records import Ids, Predictions, Segmentations, Truth
    from truebox.typing import Int64Array

__all__ = ["predictions_not_held", "truth_not_held"]


def truth_not_held(truth: Truth, keeps: Collection[str]) -> tuple[NotHeld, ...]:
    """What is lost when only names of images and classes, boxes, and what `keeps` names are written.

    `keeps` holds any of ``sizes`` (of images), ``empty images``, ``empty classes``, ``crowd``, ``ignore``,
    ``area`` (another than that of the box), ``polygons``, ``runs``, ``keypoints``, ``ids`` (of annotations),
    ``image ids``, ``attributes``, ``attribute NAME``, ``image attributes``, ``federation``.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "iscrowd": [1]}])
    >>> truth_not_held(truth, {"sizes", "empty images"})
    (NotHeld(what='crowd flags', count=1),)
    """
    images = places_in_table(truth.image, truth.images.ids)
    classes = places_in_table(truth.category, truth.categories.ids)
    plain_area = truth.boxes[:, 2] * truth.boxes[:, 3]
    odd_area = truth.area != plain_area
    if odd_area.any():
        odd_area = ~np.isclose(truth.area, plain_area, rtol=1e-9, atol=1e-9)
    counts = [
        ("", "objects of images that are not listed", int((images < 0).sum())),
        ("sizes", "image sizes", int((truth.images.sizes > 0).all(axis=1).sum())),
        ("empty images", "images without objects", _unnamed(images, truth.images.ids)),
        ("empty classes", "classes without objects", _unnamed(classes, truth.categories.ids)),
        ("crowd", "crowd flags", int(truth.crowd.sum())),
        ("ignore", "ignore flags", int(truth.ignore.sum())),
        ("area", "areas that are not width x height", int(odd_area.sum())),
        *_shape_counts(truth.segmentations),
        ("keypoints", "keypoints", 0 if truth.keypoints is None else len(truth)),
        ("ids", "annotation ids", _unusual_ids(truth)),
        *([] if "image ids" in keeps else _image_ids(truth)),
        ("federation", "which classes were looked for in which image", int(truth.federation is not None)),
    ]
    return (
        *_noted(counts, keeps),
        *_attribute_not_held(truth.attributes, keeps, ""),
        *_attribute_not_held(truth.images.attributes, keeps, "image "),
    )


def predictions_not_held(predictions: Predictions, keeps: Collection[str]) -> tuple[NotHeld, ...]:
    """As `truth_not_held`; of predictions only shapes and attributes can be lost.

    Examples
    --------
    >>> import truebox as tb
    >>> predictions_not_held(tb.read_predictions([]), ())
    ()
    """
    counts = [
        *_shape_counts(predictions.segmentations),
        ("keypoints", "keypoints", 0 if predictions.keypoints is None else len(predictions)),
    ]
    return (*_noted(counts, keeps), *_attribute_not_held(predictions.attributes, keeps, ""))


def _unnamed(places: Int64Array, table: Ids) -> int:
    """How many ids of a table, equal ones once, no row stands at."""
    named = np.zeros(len(table), dtype=bool)
    named[places_in_table(table, table)] = True
    named[places[places >= 0]] = False
    return int(named.sum())


def _noted(counts: list[tuple[str, str, int]], keeps: Collection[str]) -> tuple[NotHeld, ...]:
    return tuple(NotHeld(what, count) for key, what, count in counts if count and key not in keeps)


def _shape_counts(segmentations: Segmentations | None) -> list[tuple[str, str, int]]:
    if segmentations is None:
        return []
    outlined = (segmentations.kinds == SegmentationKind.POLYGONS) & (np.diff(segmentations.row_offsets) > 0)
    polygons = int(outlined.sum())  # an empty list of polygons is none
    runs = int(np.isin(segmentations.kinds, (SegmentationKind.TEXT, SegmentationKind.COUNTS)).sum())
    return [("polygons", "polygons", polygons), ("runs", "masks as run lengths", runs)]


def _unusual_ids(truth: Truth) -> int:
    """Annotation ids that are not simply 1, 2, 3 ... in file order."""
    if truth.ids.are_strings:
        return len(truth)
    return int((truth.ids.values != np.arange(1, len(truth) + 1)).sum())


def _image_ids(truth: Truth) -> list[tuple[str, str, int]]:
    """Image ids that a file's name does not give back; ``000042.jpg`` joins 42 by its number."""
    pairs = zip(truth.images.ids.tolist(), truth.images.file_names, strict=True)
    unusual = sum(name != "" and not _gives(name, given) for given, name in pairs)
    return [("image ids", "image ids that are not the file's name", unusual)]


def _gives(name: str, given: int | str) -> bool:
    stem = name.rpartition(".")[0]
    last = stem.rpartition("/")[2]
    if isinstance(given, int) and last.isascii() and last.isdigit() and int(last) == given:
        return True
    return str(given) in (name, stem)


def _attribute_not_held(columns: Any, keeps: Collection[str], kind: str) -> tuple[NotHeld, ...]:
    lost = []
    for name, column in columns.items():
        if f"{kind}attributes" not in keeps and f"{kind}attribute {name}" not in keeps:
            held = sum(value is not None for value in column.tolist())
            lost.append(NotHeld(f"{kind}attribute {name}", held))
    return tuple(lost)

"""Records as the Python dicts that COCO tools take: for tests, and for files of moderate size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.records import Ids, Predictions, Truth

__all__ = ["id_list", "result_rows", "to_coco", "to_coco_results", "truth_header", "truth_rows"]

ALL = slice(None)


def to_coco(truth: Truth) -> dict[str, Any]:
    """Give the COCO dict of a truth: ``images``, ``annotations``, ``categories``.

    The key ``ignore`` is written only when some annotation carries the flag.

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> truth, _ = make_dataset(images=2, categories=1)
    >>> to_coco(truth)["categories"]
    [{'id': 1, 'name': 'class 1'}]
    """
    header = truth_header(truth)
    return {"images": header["images"], "annotations": truth_rows(truth), "categories": header["categories"]}


def to_coco_results(predictions: Predictions) -> list[dict[str, Any]]:
    """Give the list of COCO result dicts: ``image_id``, ``category_id``, ``bbox``, ``score``."""
    return result_rows(predictions)


def id_list(ids: Ids, rows: slice = ALL) -> list[Any]:
    """List ids as Python values."""
    values = ids.values[rows].tolist()
    return values if ids.names is None else [ids.names[value] for value in values]


def truth_header(truth: Truth) -> dict[str, Any]:
    """Give the part of the COCO dict without annotations."""
    images = [
        {"id": key, "width": width, "height": height, "file_name": name}
        for key, (width, height), name in zip(
            id_list(truth.images.ids), truth.images.sizes.tolist(), truth.images.file_names, strict=True
        )
    ]
    categories = [
        {"id": key, "name": name}
        for key, name in zip(id_list(truth.categories.ids), truth.categories.names, strict=True)
    ]
    return {"images": images, "categories": categories}


def truth_rows(truth: Truth, rows: slice = ALL) -> list[dict[str, Any]]:
    """List the annotations of some rows."""
    annotations = [
        {"id": key, "image_id": image, "category_id": category, "bbox": box, "area": area, "iscrowd": crowd}
        for key, image, category, box, area, crowd in zip(
            id_list(truth.ids, rows),
            id_list(truth.image, rows),
            id_list(truth.category, rows),
            truth.boxes[rows].tolist(),
            truth.area[rows].tolist(),
            truth.crowd[rows].tolist(),
            strict=True,
        )
    ]
    if np.any(truth.ignore):
        for annotation, ignore in zip(annotations, truth.ignore[rows].tolist(), strict=True):
            annotation["ignore"] = ignore
    return annotations


def result_rows(predictions: Predictions, rows: slice = ALL) -> list[dict[str, Any]]:
    """List the detections of some rows."""
    return [
        {"image_id": image, "category_id": category, "bbox": box, "score": score}
        for image, category, box, score in zip(
            id_list(predictions.image, rows),
            id_list(predictions.category, rows),
            predictions.boxes[rows].tolist(),
            predictions.scores[rows].tolist(),
            strict=True,
        )
    ]

"""Records as the Python dicts that COCO tools take: for tests, and for files of moderate size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.generation.datasets.shape_rows import keypoint_values, segmentation_values

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["to_coco", "to_coco_results"]


@refuses_other_kinds
def to_coco(truth: Truth) -> dict[str, Any]:
    """Give the COCO dict of a truth: ``images``, ``annotations``, ``categories``.

    The key ``ignore`` is written only when some annotation carries the flag.

    Parameters
    ----------
    truth : Truth
        Of boxes, masks or keypoints, as `truebox.read_truth` or `make_dataset` gives it.

    Returns
    -------
    dict
        What ``json.dump`` takes: a box is ``[x, y, width, height]`` in pixels.

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> truth, _ = make_dataset(images=2, categories=1)
    >>> to_coco(truth)["categories"]
    [{'id': 1, 'name': 'class 1'}]
    """
    images = [
        {"id": key, "width": width, "height": height, "file_name": name}
        for key, (width, height), name in zip(
            truth.images.ids.tolist(), truth.images.sizes.tolist(), truth.images.file_names, strict=True
        )
    ]
    categories = [
        {"id": key, "name": name}
        for key, name in zip(truth.categories.ids.tolist(), truth.categories.names, strict=True)
    ]
    return {"images": images, "annotations": _annotations(truth), "categories": categories}


@refuses_other_kinds
def to_coco_results(predictions: Predictions) -> list[dict[str, Any]]:
    """Give the list of COCO result dicts: ``image_id``, ``category_id``, ``bbox``, ``score``.

    Parameters
    ----------
    predictions : Predictions
        As `truebox.read_predictions` or `make_dataset` gives them; masks and keypoints are written too.

    Returns
    -------
    list of dict
        One for each detection, in their order, and without ``bbox`` where they have no boxes of their own;
        empty where there is none.

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> _, predictions = make_dataset(images=2, categories=1)
    >>> list(to_coco_results(predictions)[0])
    ['image_id', 'category_id', 'bbox', 'score']
    """
    found = [
        {"image_id": image, "category_id": category, "bbox": box, "score": score}
        for image, category, box, score in zip(
            predictions.image.tolist(),
            predictions.category.tolist(),
            predictions.boxes.tolist(),
            predictions.scores.tolist(),
            strict=True,
        )
    ]
    if predictions.segmentations is not None:
        _add(found, "segmentation", segmentation_values(predictions.segmentations))
    if predictions.keypoints is not None:
        _add(found, "keypoints", keypoint_values(predictions.keypoints))
    if not predictions.boxed:
        for entry in found:
            del entry["bbox"]
    return found


def _annotations(truth: Truth) -> list[dict[str, Any]]:
    annotations = [
        {"id": key, "image_id": image, "category_id": category, "bbox": box, "area": area, "iscrowd": crowd}
        for key, image, category, box, area, crowd in zip(
            truth.ids.tolist(),
            truth.image.tolist(),
            truth.category.tolist(),
            truth.boxes.tolist(),
            truth.area.tolist(),
            truth.crowd.tolist(),
            strict=True,
        )
    ]
    if np.any(truth.ignore):
        for annotation, ignore in zip(annotations, truth.ignore.tolist(), strict=True):
            annotation["ignore"] = ignore
    if truth.segmentations is not None:
        _add(annotations, "segmentation", segmentation_values(truth.segmentations))
    if truth.keypoints is not None:
        _add(annotations, "keypoints", keypoint_values(truth.keypoints))
        _add(annotations, "num_keypoints", truth.keypoints.labelled.tolist())
    return annotations


def _add(entries: list[dict[str, Any]], key: str, values: list[Any]) -> None:
    for entry, value in zip(entries, values, strict=True):
        if value is not None:
            entry[key] = value

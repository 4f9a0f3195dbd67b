"""Masks and keypoints of single objects as SVG paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.drawing import as_skeleton
from truebox.drawing.pictures.segmentation_rows import mask_of_row, outlines_of_row
from truebox.errors import InputError
from truebox.masks import decode_masks
from truebox.records import Predictions
from truebox.report.page.images.mask_outline import mask_outline

if TYPE_CHECKING:
    from truebox.records import Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["object_paths"]

_MOST_POINTS = 400


def object_paths(records: Truth | Predictions, rows: Int64Array) -> list[str]:
    """The SVG path of each row: closed outlines of its mask, or dots and limbs; empty for neither.

    Examples
    --------
    >>> from truebox import datasets
    >>> truth = {"images": [{"id": 1, "width": 9, "height": 9}], "categories": [{"id": 1, "name": "cat"}],
    ...     "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 4, 4], "area": 8,
    ...         "iscrowd": 0, "segmentation": [[1, 1, 5, 1, 5, 5]]}]}
    >>> object_paths(datasets.read_truth(truth, geometry="masks"), np.array([0]))
    ['M1 1L5 1L5 5Z']
    """
    if records.segmentations is not None:
        return [_outline(records, row) for row in rows.tolist()]
    if records.keypoints is not None:
        seen = records.keypoints.taken(rows).points
        if isinstance(records, Predictions):  # whose third number may be anything
            seen[..., 2] = 1
        return [_dots(points) for points in seen]
    return [""] * len(rows)


def _outline(records: Truth | Predictions, row: int) -> str:
    held = records.segmentations
    assert held is not None  # the caller has checked
    outlines: list[FloatArray] = list(outlines_of_row(held, row))
    if not outlines:
        try:
            mask = mask_of_row(held, row, "segmentation")
        except InputError:  # such a row was refused before, or has no part in the evaluation
            return ""
        if mask is not None:
            outlines = mask_outline(decode_masks(mask)[0])
    return "".join(_closed(points) for points in outlines)


def _closed(points: FloatArray) -> str:
    step = -(-len(points) // _MOST_POINTS)
    return f"M{'L'.join(_at(x, y) for x, y in points[::step].tolist())}Z"


def _dots(points: FloatArray) -> str:
    """A line of no length at each labelled point, which round ends make a dot; after a bar the limbs.

    Limbs are those of COCO's person, where there are as many points.
    """
    seen = (points[:, 2] > 0) & np.isfinite(points).all(axis=1)
    dots = "".join(f"M{_at(x, y)}h0" for x, y, _ in points[seen].tolist())
    limbs = [(a, b) for a, b in as_skeleton("auto", len(points)) if seen[a] and seen[b]]
    bones = "".join(f"M{_at(*points[a, :2].tolist())}L{_at(*points[b, :2].tolist())}" for a, b in limbs)
    return f"{dots}|{bones}" if bones else dots


def _at(x: float, y: float) -> str:
    return f"{round(x, 1):g} {round(y, 1):g}"

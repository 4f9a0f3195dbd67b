"""Boxes of annotations that have an outline and no ``bbox``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import masks
from truebox.errors import InputError, TrueboxError

if TYPE_CHECKING:
    from truebox.datasets.columns.values import Rows
    from truebox.typing import BoolArray, FloatArray

__all__ = ["boxes_beside_masks"]


def boxes_beside_masks(rows: Rows, *, of_masks: bool) -> tuple[FloatArray, BoolArray | None]:
    """The ``bbox`` of every row, or the extent of its segmentation, and where it is that, if anywhere.

    Where boxes are evaluated the extents are the truth, as COCO's own boxes are the extents of polygons and
    those of results the boxes of their run lengths. Where masks decide every overlap (`of_masks`), they are
    for pictures and tables: an outline that cannot be read is given none, and refused with the masks.

    Raises
    ------
    InputError
        A row has neither (E-120), or its box is refused.

    Examples
    --------
    >>> from truebox.datasets.columns.values import Rows
    >>> rows = Rows([{"segmentation": [[1, 2, 4, 2, 4, 7]]}], "truth annotations")
    >>> boxes, derived = boxes_beside_masks(rows, of_masks=False)
    >>> boxes.tolist(), derived
    ([[1.0, 2.0, 3.0, 5.0]], array([ True]))
    """
    boxless = np.array(["bbox" not in row and bool(row.get("segmentation")) for row in rows.rows], dtype=bool)
    if not boxless.any():
        return rows.boxes(), None
    filled = list(rows.rows)
    for row in np.flatnonzero(boxless).tolist():
        box = _extent(filled[row]["segmentation"])
        if box is not None or of_masks:
            filled[row] = {**filled[row], "bbox": box or [0.0, 0.0, 0.0, 0.0]}
    return replace(rows, rows=filled).boxes(), boxless


def _extent(segmentation: Any) -> list[float] | None:
    """Left, top, width and height; None where that cannot be told."""
    try:
        if isinstance(segmentation, Mapping):
            return [float(number) for number in masks.mask_to_box([segmentation])[0]]
        points = np.concatenate([np.asarray(polygon, dtype=np.float64).ravel() for polygon in segmentation])
        corners = points.reshape(-1, 2)
        low, high = corners.min(axis=0), corners.max(axis=0)
    except (InputError, TrueboxError, ValueError, TypeError):
        return None
    return [float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])]

"""Boxes of annotations that have an outline and no ``bbox``, where masks are evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import masks
from truebox.errors import InputError, TrueboxError

if TYPE_CHECKING:
    from truebox.datasets.columns.values import Rows
    from truebox.typing import FloatArray

__all__ = ["boxes_beside_masks"]


def boxes_beside_masks(rows: Rows) -> FloatArray:
    """The ``bbox`` of every row, or the extent of its segmentation, which the reference needs no box beside.

    Masks decide every overlap; the extents are for pictures and tables. An outline that cannot be read is
    given none: evaluating the masks refuses it.

    Raises
    ------
    InputError
        A row has neither (E-120), or its box is refused.

    Examples
    --------
    >>> from truebox.datasets.columns.values import Rows
    >>> boxes_beside_masks(Rows([{"segmentation": [[1, 2, 4, 2, 4, 7]]}], "truth annotations")).tolist()
    [[1.0, 2.0, 3.0, 5.0]]
    """
    if all("bbox" in row for row in rows.rows):
        return rows.boxes()
    filled = [
        {**row, "bbox": _extent(row["segmentation"])}
        if "bbox" not in row and row.get("segmentation")
        else row
        for row in rows.rows
    ]
    return replace(rows, rows=filled).boxes()


def _extent(segmentation: Any) -> list[float]:
    """Left, top, width and height; zeros where that cannot be told."""
    try:
        if isinstance(segmentation, Mapping):
            return [float(number) for number in masks.mask_to_box([segmentation])[0]]
        points = np.concatenate([np.asarray(polygon, dtype=np.float64).ravel() for polygon in segmentation])
        corners = points.reshape(-1, 2)
        low, high = corners.min(axis=0), corners.max(axis=0)
    except (InputError, TrueboxError, ValueError, TypeError):
        return [0.0, 0.0, 0.0, 0.0]
    return [float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])]

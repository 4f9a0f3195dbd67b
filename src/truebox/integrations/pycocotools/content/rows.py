"""Annotations that are dicts as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox._native import drop_in as native

if TYPE_CHECKING:
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["RowColumns", "columns_of_rows"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RowColumns:
    """Columns of annotations, and the annotations themselves.

    Parameters
    ----------
    rows : list of dict
    image, category, ids : int64 arrays [N]
    area : float64 array [N]
    boxes : float64 array [N, 4]
    score : float64 array [N] or None
        Of detections.
    crowd : uint8 array [N] or None
        Of truths.
    narrow : bool
        Whether an area is a float32, which NumPy compares as such.
    """

    rows: list[Any]
    image: Int64Array
    category: Int64Array
    ids: Int64Array
    area: FloatArray
    boxes: FloatArray
    score: FloatArray | None
    crowd: ByteArray | None
    narrow: bool


def columns_of_rows(rows: list[Any], index: dict[Any, Any], *, truths: bool) -> RowColumns | None:
    """Columns, or None where an annotation is not plain and has to be asked itself.

    Parameters
    ----------
    rows : list of dict
        Annotations.
    index : dict
        Annotation of each id.
    truths : bool
        Whether they have crowds instead of scores.
    """
    if type(rows) is not list or not isinstance(index, dict):
        return None
    found = native.read_rows(rows, index, truths)
    if found is None:
        return None
    image, category, ids, area, boxes, last, narrow = found
    return RowColumns(
        rows=rows,
        image=image,
        category=category,
        ids=ids,
        area=area,
        boxes=boxes.reshape(-1, 4),
        score=None if truths else last,
        crowd=last if truths else None,
        narrow=narrow,
    )

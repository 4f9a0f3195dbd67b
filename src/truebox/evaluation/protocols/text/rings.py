"""Which outlines are rings: neither crossing nor touching themselves, with something inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import evaluation as native

if TYPE_CHECKING:
    from truebox.records import Outlines
    from truebox.typing import BoolArray, Int64Array

__all__ = ["rings_of"]


def rings_of(outlines: Outlines, rows: Int64Array) -> BoolArray:
    """Which of the rows are valid as rings of simple features (OGC 06-103r4) are.

    A point that repeats the one before it says nothing, and is no fault. Two edges that meet anywhere but at
    the corner they share are one, and so is an outline without area.

    Examples
    --------
    >>> from truebox.records import Outlines
    >>> bow = Outlines(np.array([0.0, 0, 4, 2, 4, 0, 0, 2]), np.array([0, 4]))
    >>> rings_of(bow, np.array([0])).tolist()
    [False]
    """
    found = np.empty(len(rows), dtype=np.uint8)
    native.polygon_rings(outlines.coordinates, outlines.offsets, rows.astype(np.int64), found)
    return found.view(np.bool_)

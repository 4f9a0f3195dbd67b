"""A match table as the native kernels of this room take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import diagnosis as native
from truebox.evaluation.matches.strong import excused_of

if TYPE_CHECKING:
    from truebox.evaluation import MatchTable
    from truebox.typing import BoolArray, Int32Array

__all__ = ["TableOverlaps", "table_overlaps"]


@dataclass(frozen=True, slots=True, eq=False)
class TableOverlaps:
    """The native overlaps of a table, and what its matching saw.

    Parameters
    ----------
    overlaps : Overlaps
    truth_category : int32 array [G]
        Without classes every truth is of class 0, as every detection is.
    categories : int
    excused : bool array [N]
        Detections that the protocol ignores although no truth matches them: in LVIS those of classes whose
        annotation of the image is not exhaustive.
    """

    overlaps: native.Overlaps
    truth_category: Int32Array
    categories: int
    excused: BoolArray


def table_overlaps(table: MatchTable) -> TableOverlaps:
    """Hand the columns of the table over, without copying them."""
    found, true, pairs = table.detections, table.truths, table.pairs
    agnostic = table.state.parameters.class_agnostic
    category = np.zeros_like(true.category) if agnostic else true.category
    categories = len(table.state.truths)
    overlaps = native.Overlaps(
        found.image,
        found.category,
        found.row,
        found.score,
        pairs.offsets,
        pairs.truth,
        pairs.overlap,
        category,
        true.ignored.view(np.uint8),
        categories,
    )
    return TableOverlaps(overlaps, category, categories, excused_of(table))

"""What a matching writes of every detection that it keeps: a match state's columns, or the narrow ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from truebox._native import evaluation as native
from truebox.evaluation.states.narrow import MOST_OUTCOMES, FileBoxes, NarrowOutcomes, boxes_at

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int32Array, Int64Array, WordArray

    _Wide = tuple[FloatArray, Int32Array, Int32Array, Int64Array, Int32Array, WordArray, WordArray]

__all__ = ["NarrowColumns", "WideColumns"]


class WideColumns:
    """Every column.

    Parameters
    ----------
    kept, words : int
        Rows, and words of an outcome.
    """

    narrow: native.NarrowOutcome | None = None

    def __init__(self, kept: int, words: int) -> None:
        self._made: dict[str, AnyArray] = {
            "score": np.empty(kept),
            "category": np.empty(kept, dtype=np.int32),
            "image": np.empty(kept, dtype=np.int32),
            "row": np.empty(kept, dtype=np.int64),
            "rank": np.empty(kept, dtype=np.int32),
            "matched": np.empty((kept, words), dtype=np.uint64),
            "ignored": np.empty((kept, words), dtype=np.uint64),
        }

    def wide(self) -> _Wide:
        """What a native matching fills."""
        return cast("_Wide", tuple(self._made.values()))

    def columns(self) -> dict[str, Any]:
        """The fields of a match state."""
        return self._made

    def boxes(self, boxes: FloatArray) -> Any:
        """Those of the file [*, 4] in the order of the rows."""
        return boxes_at(boxes, self._made["row"])


class NarrowColumns:
    """The rows of the file, the images and a number of each outcome, of which `NarrowOutcomes` tells.

    Where no detection lies beyond the cap of its cell, rows and images are those of the cells, put in order.

    Parameters
    ----------
    cells : Cells
        Nobody else may need the order of their rows.
    scores : float64 array
        Of the file.
    """

    def __init__(self, cells: native.Cells, scores: FloatArray) -> None:
        self._cells, self._scores = cells, scores
        whole = cells.kept == cells.grouped
        self._row = cells.rows if whole else np.empty(cells.kept, dtype=np.uint32)
        self._image = cells.images if whole else np.empty(cells.kept, dtype=np.int32)
        self._outcome = np.empty(cells.kept, dtype=np.uint16)
        self.narrow: native.NarrowOutcome = native.NarrowOutcome(
            self._row, None if whole else self._image, self._outcome, MOST_OUTCOMES
        )

    def wide(self) -> _Wide:
        """Columns without rows: none of them is filled."""
        return WideColumns(0, 1).wide()

    def columns(self) -> dict[str, Any]:
        """The fields of a match state, made when somebody reads them."""
        offsets = np.empty(self._cells.categories + 1, dtype=np.int64)
        self._cells.kept_offsets(offsets)
        return NarrowOutcomes(
            row=self._row,
            image=self._image,
            outcome=self._outcome,
            pairs=np.frombuffer(self.narrow.pairs(), dtype=np.uint64).reshape(-1, 2),
            offsets=offsets,
            scores=self._scores,
        ).fields()

    def boxes(self, boxes: FloatArray) -> Any:
        """Those of the file [*, 4], gathered in the order of the rows when somebody reads them."""
        return FileBoxes(boxes, self._row)

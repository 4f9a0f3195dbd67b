"""J and F of every sequence, as columns of a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.regions.measuring import measure_given, measure_regions

if TYPE_CHECKING:
    from truebox.evaluation.tracks.result import MatchedTracks
    from truebox.masks import Masks
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, Mode

__all__ = ["region_sums"]

_LEFT_OUT = -2


def region_sums(
    pairs: Sequence[tuple[TrackedSequence, TrackedSequence]],
    matched: Sequence[MatchedTracks],
    compared: Callable[[TrackedSequence, AnyArray, TrackedSequence], Masks],
    mode: Mode,
    *,
    given: bool = False,
) -> dict[str, AnyArray]:
    """The fields of each cell, by name, from the rows that were evaluated; `compared` gives their masks.

    With `given`, objects keep the numbers of the first frame.

    Examples
    --------
    >>> region_sums([], [], print, "strict")
    {}
    """
    cells = []
    for cell in matched:
        true, found = pairs[cell.sequence]
        true_rows = cell.truth_rows[cell.partner_of_truth != _LEFT_OUT]
        found_rows = cell.prediction_rows[cell.partner_of_prediction != _LEFT_OUT]
        masks = compared(found, found_rows, true)
        measure = measure_given if given else measure_regions
        cells.append(measure(true, true_rows, found, found_rows, masks, mode=mode))
    return {name: np.array([cell[name] for cell in cells]) for name in (cells[0] if cells else ())}

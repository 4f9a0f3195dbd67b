"""Given similarities of the rows that take part, as of one class of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.tracks.protocol import Selected
    from truebox.records import TrackedSequence
    from truebox.typing import BoolArray, FloatArray

__all__ = ["chosen_pairs"]


def chosen_pairs(
    given: FloatArray, true: TrackedSequence, found: TrackedSequence, selected: Selected
) -> FloatArray:
    """Those of `given` of which both rows are selected.

    Parameters
    ----------
    given : float64 array
        Of every frame [truths, predictions] in the order of their rows, one frame after another.
    true, found : TrackedSequence
        All their rows.
    selected : Selected
        Which of them take part.

    Examples
    --------
    >>> from truebox.evaluation.tracks.protocol import Selected
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0, 0], "ids": [1, 2], "boxes": [[0, 0, 5, 5]] * 2}, "truth")
    >>> none, one = np.zeros(0, np.uint8), np.array([False, True])
    >>> rows = Selected(truth=one, truth_role=none, prediction_role=none)
    >>> chosen_pairs(np.array([0.1, 0.2, 0.3, 0.4]), *side.sequences * 2, rows).tolist()
    [0.3, 0.4]
    """
    if _all(selected.truth) and _all(selected.predictions):
        return given
    rows, counted = _by_frame(true, selected.truth)
    columns, beside = _by_frame(found, selected.predictions)
    count = max(len(counted), len(beside))
    kept = [
        (rows_of[:, None] & columns_of[None]).reshape(-1)
        for rows_of, columns_of in zip(
            _split(rows, counted, count), _split(columns, beside, count), strict=True
        )
    ]
    return given[np.concatenate(kept)] if kept else given


def _all(chosen: BoolArray | None) -> bool:
    return chosen is None or bool(chosen.all())


def _by_frame(side: TrackedSequence, chosen: BoolArray | None) -> tuple[BoolArray, list[int]]:
    """Which rows are chosen, those of each frame in turn, and how many each frame has."""
    flags = np.ones(len(side), dtype=bool) if chosen is None else chosen
    return flags[np.argsort(side.frame, kind="stable")], np.bincount(side.frame).tolist()


def _split(flags: BoolArray, counts: list[int], frames: int) -> list[BoolArray]:
    return np.split(flags, np.cumsum([*counts, *[0] * (frames - len(counts))])[:-1])

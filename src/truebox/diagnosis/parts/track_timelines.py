"""Every true object of a sequence over time: when it counts, and which track has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds

if TYPE_CHECKING:
    from truebox.evaluation import TrackResult
    from truebox.typing import Int64Array

__all__ = ["ObjectTimeline", "track_timelines"]

_DOES_NOT_COUNT = -2


class ObjectTimeline(NamedTuple):
    """One object: association it costs, its id and class, its frames, from 0, and the track in each or -1."""

    cost: float
    id: int
    category: int
    frames: Int64Array
    tracks: Int64Array


@refuses_other_kinds
def track_timelines(result: TrackResult, place: int) -> list[ObjectTimeline]:
    """The objects of the sequence at `place` that count in any frame, class by class, by their ids.

    Parameters
    ----------
    result : TrackResult
        From `truebox.evaluation.evaluate_tracks`, or `truebox.evaluate` of tracks.
    place : int
        Which of ``result.truth.sequences``, from 0 on.

    Returns
    -------
    list of ObjectTimeline
        For each object its frames, and in each the track that it has there, -1 where it is missed.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> truth = {"frames": [0, 1], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> found = {"frames": [0], "ids": [3], "boxes": [[0, 0, 9, 9]]}
    >>> (timeline,) = track_timelines(evaluate_tracks(truth, found), 0)
    >>> timeline.id, timeline.frames.tolist(), timeline.tracks.tolist()
    (7, [0, 1], [3, -1])
    """
    true, other = result.truth.sequences[place], result.predictions.sequences[place]
    made: list[ObjectTimeline] = []
    for cell in result.matched:
        if cell.sequence != place:
            continue
        counted = np.flatnonzero(cell.partner_of_truth != _DOES_NOT_COUNT)
        rows = cell.truth_rows[counted]
        order = np.lexsort((true.frame[rows], true.track[rows]))
        rows, counted = rows[order], counted[order]
        partner = cell.partner_of_truth[counted]
        track = np.full(len(rows), -1, dtype=np.int64)
        hit = partner >= 0
        track[hit] = other.track[cell.prediction_rows[partner[hit]]]
        cost = dict(zip(cell.true_ids.tolist(), (cell.matches - cell.kept).tolist(), strict=True))
        edges = np.flatnonzero(np.diff(true.track[rows])) + 1
        for own in np.split(np.arange(len(rows)), edges) if len(rows) else []:
            name = int(true.track[rows[own[0]]])
            frames = true.frame[rows[own]].astype(np.int64)
            made.append(ObjectTimeline(cost.get(name, 0.0), name, cell.category, frames, track[own]))
    return made

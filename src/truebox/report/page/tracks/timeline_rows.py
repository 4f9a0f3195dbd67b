"""Every true object over time: when it is there, and which track has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.evaluation import TrackResult
    from truebox.typing import AnyArray

__all__ = ["timeline_rows"]


def timeline_rows(
    result: TrackResult, place: int, true_ids: AnyArray, found_ids: AnyArray, most: int
) -> dict[str, Any]:
    """The objects of one sequence, those that cost most association first.

    Parameters
    ----------
    result : TrackResult
        Of one tracker.
    place : int
        Of the sequence.
    true_ids, found_ids : int64 arrays
        Ids of the sequence, ascending.
    most : int
        Rows at most.

    Returns
    -------
    dict
        ``rows``: place of the id, class, and association lost of each; ``spans`` of frames in which an object
        is there (row, first, last), ``runs`` in which one track has it (row, first, last, place of its id);
        frames from 0. ``all``: how many objects there are.
    """
    found: list[tuple[float, int, int, Any, Any]] = []
    other = result.predictions.sequences[place]
    true = result.truth.sequences[place]
    for cell in result.matched:
        if cell.sequence != place:
            continue
        counted = np.flatnonzero(cell.partner_of_truth != -2)
        rows = cell.truth_rows[counted]
        order = np.lexsort((true.frame[rows], true.track[rows]))
        rows, counted = rows[order], counted[order]
        partner = cell.partner_of_truth[counted]
        track = np.full(len(rows), -1, dtype=np.int64)
        hit = partner >= 0
        track[hit] = np.searchsorted(found_ids, other.track[cell.prediction_rows[partner[hit]]])
        cost = dict(zip(cell.true_ids.tolist(), (cell.matches - cell.kept).tolist(), strict=True))
        edges = np.flatnonzero(np.diff(true.track[rows])) + 1
        for own in np.split(np.arange(len(rows)), edges) if len(rows) else []:
            name = int(true.track[rows[own[0]]])
            found.append(
                (cost.get(name, 0.0), name, cell.category, true.frame[rows[own]].astype(np.int64), track[own])
            )
    found.sort(key=lambda each: (-each[0], each[2], each[1]))
    spans: list[AnyArray] = []
    runs: list[AnyArray] = []
    for row, (_, _, _, frames, track) in enumerate(found[:most]):
        spans.append(_runs(row, frames, np.zeros(len(frames), dtype=np.int64))[:, :3])
        runs.append(_runs(row, frames, track))
    return {
        "all": len(found),
        "rows": [
            [int(np.searchsorted(true_ids, name)), category, round(cost, 1)]
            for cost, name, category, _, _ in found[:most]
        ],
        "spans": packed(np.concatenate(spans).reshape(-1) if spans else np.zeros(0), "i4"),
        "runs": packed(np.concatenate(runs).reshape(-1) if runs else np.zeros(0), "i4"),
    }


def _runs(row: int, frames: AnyArray, track: AnyArray) -> AnyArray:
    """Row, first and last frame, and track of every stretch without a break; what has no track is none."""
    begins = np.r_[True, (np.diff(frames) != 1) | (np.diff(track) != 0)]
    first = np.flatnonzero(begins)
    last = np.r_[first[1:], len(frames)] - 1
    found: AnyArray = np.stack([np.full(len(first), row), frames[first], frames[last], track[first]], axis=1)
    return found[found[:, 3] >= 0]

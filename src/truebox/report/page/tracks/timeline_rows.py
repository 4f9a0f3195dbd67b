"""Every true object over time: when it is there, and which track has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis import track_timelines
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
    found = track_timelines(result, place)
    found.sort(key=lambda each: (-each.cost, each.category, each.id))
    spans: list[AnyArray] = []
    runs: list[AnyArray] = []
    for row, (_, _, _, frames, ids) in enumerate(found[:most]):
        track = np.where(ids >= 0, np.searchsorted(found_ids, ids), -1)
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

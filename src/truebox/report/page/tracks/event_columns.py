"""The events that a page lists, as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation import TrackEvents
from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.typing import AnyArray, Int64Array

__all__ = ["event_columns"]


def event_columns(
    events: TrackEvents, chosen: Int64Array, true_ids: list[AnyArray], found_ids: list[AnyArray]
) -> dict[str, Any]:
    """Columns of the events listed; tracks are places among the ids of their sequence, -1 for none.

    Parameters
    ----------
    events : TrackEvents
        All of a tracker.
    chosen : int64 array
        Places of those listed, in the order of the page.
    true_ids, found_ids : list of array
        Of every sequence, ascending.
    """
    sequence = events.sequence[chosen].astype(np.int64)
    columns = {
        "sequence": packed(sequence, "u2"),
        "category": packed(events.category[chosen], "u2"),
        "kind": packed(events.kind[chosen], "u1"),
        "frame": packed(events.frame[chosen], "i4"),
        "truth": packed(_places(events.truth[chosen], sequence, true_ids), "i4"),
        "prediction": packed(_places(events.prediction[chosen], sequence, found_ids), "i4"),
        "before": packed(_places(events.before[chosen], sequence, found_ids), "i4"),
        "gap": packed(events.gap[chosen], "i4"),
        "iou": packed(np.where(np.isnan(events.iou[chosen]), -1, events.iou[chosen]), "f4"),
    }
    counts = np.zeros((len(events.sequences), len(TrackEvents.kinds)), dtype=np.int64)
    np.add.at(counts, (events.sequence.astype(np.int64), events.kind.astype(np.int64)), 1)
    return {"listed": len(chosen), "all": len(events), "counts": counts.tolist(), "columns": columns}


def _places(values: AnyArray, sequence: AnyArray, ids: list[AnyArray]) -> AnyArray:
    found = np.full(len(values), -1, dtype=np.int64)
    for place, own in enumerate(ids):
        rows = np.flatnonzero(sequence == place)
        if len(rows) and len(own):
            at = np.minimum(np.searchsorted(own, values[rows]), len(own) - 1)
            found[rows] = np.where(own[at] == values[rows], at, -1)
    return found

"""Events of tracks as CSV: one row per event, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_csv

__all__ = ["to_events_csv"]


@refuses_other_kinds
def to_events_csv(results: Any | Sequence[Any]) -> str:
    """Return the events of one or several results of tracks as CSV.

    Columns are ``predictions, sequence, class, frame, kind, truth, prediction, before, gap, iou``: the frame
    as the files count it, the ids of the true and the predicted track, the predicted track that the truth had
    before, frames without it, and the overlap.

    Parameters
    ----------
    results : TrackResult or sequence of TrackResult
        Of any protocol of tracks.

    Returns
    -------
    str
        UTF-8 ready text with Unix line ends; what an event has not is empty.

    Examples
    --------
    >>> print(events_csv(result).splitlines()[0])                          # doctest: +SKIP
    predictions,sequence,class,frame,kind,truth,prediction,before,gap,iou
    """
    many = list(results) if isinstance(results, Sequence) else [results]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header: tuple[str, ...] = ("predictions",)
    for place, result in enumerate(many):
        events = result.events
        if place == 0:
            header = ("predictions", *events.names)
            writer.writerow(header)
        name = escape_csv(result.predictions.source.shown)
        writer.writerows((name, *map(_cell, row)) for row in events.rows())
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        return escape_csv(value)
    return "" if value is None else value

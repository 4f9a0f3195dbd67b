"""What an event is, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebox._writing.counted import grouped

__all__ = ["event_words"]

_WORDS = {
    "exchange": "truth {truth} goes from track {before} to {prediction}, another's before",
    "new id": "truth {truth} goes from track {before} to track {prediction}",
    "return": "truth {truth} was track {before}, returns as {prediction} after {frames}",
    "fragmentation": "truth {truth} has no track for {frames}, then {prediction}",
    "merge": "truth {truth} is missed under the box of track {prediction}",
    "split": "track {prediction} is a second box on truth {truth}",
    "miss": "truth {truth} has no track for {frames}",
    "false track": "track {prediction} is nobody's, in {frames}",
}


def event_words(row: Sequence[Any]) -> str:
    """Say what happened in an event.

    Parameters
    ----------
    row : sequence
        As `truebox.evaluation.tracks.events.TrackEvents.rows` gives it.

    Examples
    --------
    >>> event_words(("S-01", "person", 20, "return", 7, 2, 1, 6, 0.8))
    'return: truth 7 was track 1, returns as 2 after 6 frames'
    """
    _, _, _, kind, truth, prediction, before, gap, _ = row
    words = _WORDS[kind].format(
        truth=truth, prediction=prediction, before=before, frames=grouped(gap, "frame")
    )
    return f"{kind}: {words}"

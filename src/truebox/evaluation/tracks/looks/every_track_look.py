"""All looks at a result of tracks, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.evaluation.tracks.looks.common_offset import common_offset
from truebox.evaluation.tracks.looks.empty_frames import empty_frames
from truebox.evaluation.tracks.looks.misfit import look_for_misfit
from truebox.evaluation.tracks.looks.poor_sequences import poor_sequences
from truebox.evaluation.tracks.looks.repeated_boxes import boxes_in_frames_twice
from truebox.evaluation.tracks.looks.suspicions import suspicions

if TYPE_CHECKING:
    from truebox.evaluation.tracks.result import TrackResult
    from truebox.records import Finding

__all__ = ["tracks_seen_otherwise"]


def tracks_seen_otherwise(
    result: TrackResult, threads: int | None = None, *, given_similarity: bool = False
) -> list[Finding]:
    """What the looks have to say of tracks (W-588).

    Parameters
    ----------
    result : TrackResult
        As it was evaluated.
    threads : int or None
        Shared by the first readings.
    given_similarity : bool
        Similarities were given, so that boxes say nothing.

    Raises
    ------
    InputError
        The numbers are poor, and good under another reading (E-584).
    """
    said = suspicions(result)
    if not result.state.sums:  # there is no sequence
        return said
    if not given_similarity:
        read = look_for_misfit(result, threads)
        said += [*read, *poor_sequences(result), *boxes_in_frames_twice(result)]
        said += [] if read else common_offset(result)
    return [*said, *empty_frames(result)]

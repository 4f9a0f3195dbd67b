"""Which frames show an event: before it, it, and after it."""

from __future__ import annotations

from truebox._kinds import refuses_other_kinds

__all__ = ["event_frames"]

_LASTING = ("miss", "false track")


@refuses_other_kinds
def event_frames(kind: str, frame: int, gap: int, first: int, last: int) -> list[int]:
    """At most five frames in which the event can be seen, in order of time.

    Of what happens at once, the two frames before and after; of what comes after a gap, also the frames in
    which the object was last seen; of misses and false tracks, beginning, middle and end.

    Parameters
    ----------
    kind : str
        One of `truebox.evaluation.tracks.events.KINDS`.
    frame, gap : int
        As in `TrackEvents`.
    first, last : int
        Of the sequence, as its files count.

    Returns
    -------
    list of int

    Examples
    --------
    >>> event_frames("new id", 20, 0, 1, 60), event_frames("return", 20, 6, 1, 60)
    ([18, 19, 20, 21, 22], [12, 13, 17, 20, 21])
    >>> event_frames("miss", 1, 3, 1, 60)
    [1, 2, 3, 4]
    """
    if kind in _LASTING:
        wanted = [frame - 1, frame, frame + gap // 2, frame + gap - 1, frame + gap]
    elif gap > 0:
        wanted = [frame - gap - 2, frame - gap - 1, frame - (gap + 1) // 2, frame, frame + 1]
    else:
        wanted = [frame - 2, frame - 1, frame, frame + 1, frame + 2]
    return sorted({each for each in wanted if first <= each <= last})

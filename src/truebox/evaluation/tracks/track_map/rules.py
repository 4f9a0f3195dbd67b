"""What average precision of tracks is measured by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["TrackMapRules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackMapRules:
    """The rules of one benchmark.

    Parameters
    ----------
    areas : tuple of (str, float, float)
        Label, least and largest mean area, both included; beside all tracks.
    limits : tuple of int
        Of the tracks of a video and class, those with the highest scores: recall is given for each too.
    lengths : tuple of (str, float, float)
        The same as of areas, of the number of frames that a track is in.
    numbered : {"in order", "as written"}
        How the reference numbers predicted tracks: from 0 as they come, or by their ids. The one that it
        numbers 0 leaves its truth free.

    Examples
    --------
    >>> TrackMapRules(areas=(("area_s", 0.0, 1024.0),)).labels
    ('all', 'area_s')
    """

    areas: tuple[tuple[str, float, float], ...] = ()
    limits: tuple[int, ...] = (1, 10)
    lengths: tuple[tuple[str, float, float], ...] = ()
    numbered: Literal["in order", "as written"] = "in order"

    @property
    def labels(self) -> tuple[str, ...]:
        """All tracks, then each range of areas, then of lengths."""
        return ("all", *(label for label, _, _ in (*self.areas, *self.lengths)))

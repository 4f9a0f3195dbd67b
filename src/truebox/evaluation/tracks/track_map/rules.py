"""What average precision of tracks is measured by."""

from __future__ import annotations

from dataclasses import dataclass

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

    Examples
    --------
    >>> TrackMapRules(areas=(("area_s", 0.0, 1024.0),)).labels
    ('all', 'area_s')
    """

    areas: tuple[tuple[str, float, float], ...] = ()
    limits: tuple[int, ...] = (1, 10)

    @property
    def labels(self) -> tuple[str, ...]:
        """All tracks, then each range."""
        return ("all", *(label for label, _, _ in self.areas))

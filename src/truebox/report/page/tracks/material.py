"""The trackers of a page, and what its sections are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.tracks.kept_frames import kept_frames

if TYPE_CHECKING:
    from truebox.evaluation import TrackEvents, TrackResult
    from truebox.report.page.tracks.kept_frames import KeptFrames
    from truebox.typing import Int64Array

__all__ = ["TrackMaterial", "TrackSide"]

_OF_ALL = ("HOTA", "DetA", "AssA", "LocA", "MOTA", "IDF1")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackSide:
    """One tracker, its events, and those of them that the page lists.

    Parameters
    ----------
    result : TrackResult
    events : TrackEvents
    chosen : int64 array
        Places of the events of the page, the gravest first.
    replicates : int
        Of the intervals; 0 leaves them out.
    """

    result: TrackResult
    events: TrackEvents
    chosen: Int64Array
    replicates: int = 0

    @classmethod
    def of(cls, result: TrackResult, *, most_events: int, replicates: int = 0) -> TrackSide:
        """Find the events of a result.

        Examples
        --------
        >>> from truebox.evaluation import evaluate_tracks
        >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
        >>> len(TrackSide.of(evaluate_tracks(side, side), most_events=9).chosen)
        0
        """
        events = result.events
        chosen = events.gravest(most_events)
        return cls(result=result, events=events, chosen=chosen, replicates=replicates)

    @property
    def shown(self) -> tuple[str, ...]:
        """The metrics in tables: those of the benchmark's own, such as AP, then those of all tracks.

        Examples
        --------
        >>> from truebox.evaluation import evaluate_tracks
        >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
        >>> TrackSide.of(evaluate_tracks(side, side), most_events=9).shown
        ('HOTA', 'DetA', 'AssA', 'LocA', 'MOTA', 'IDF1')
        """
        own = [key for key in self.result.layout.metrics if key not in _OF_ALL]
        return (*own, *_OF_ALL)


@dataclass(eq=False, kw_only=True)
class TrackMaterial:
    """What the page was asked for; what several sections need is made once.

    Parameters
    ----------
    sides : sequence of TrackSide
    words : sequence of str
        Sentences that come before the page's own.
    left_out : sequence of str
        Sentences about results that have no place on the page.
    gates : sequence of mapping
    command : str
    images : path or None
        Folder of the pictures or videos of the sequences.
    most_rows : int
        Boxes that the page holds, of all sides together.
    most_bytes : int
        Of pictures.
    """

    sides: Sequence[TrackSide]
    words: Sequence[str] = ()
    left_out: Sequence[str] = ()
    gates: Sequence[Mapping[str, Any]] = ()
    command: str = ""
    images: Path | None = None
    most_rows: int = 300_000
    most_bytes: int = 8_000_000

    @cached_property
    def lengths(self) -> list[int]:
        """Frames of each sequence, also where the source does not say."""
        return [
            max(
                [
                    true.length,
                    *(
                        1 + int(side.frame.max(initial=-1))
                        for side in (true, *(each.result.predictions.sequences[place] for each in self.sides))
                    ),
                ]
            )
            for place, true in enumerate(self.sides[0].result.truth.sequences)
        ]

    @cached_property
    def kept(self) -> KeptFrames:
        """The frames whose boxes are on the page."""
        first = self.sides[0].result.truth.sequences
        counts = []
        for place, length in enumerate(self.lengths):
            held = [first[place], *(side.result.predictions.sequences[place] for side in self.sides)]
            counts.append(np.sum([np.bincount(each.frame, minlength=length) for each in held], axis=0))
        firsts = [each.first for each in first]
        wanted = [(side.events, side.chosen) for side in self.sides]
        return kept_frames(counts, firsts, wanted, self.most_rows)

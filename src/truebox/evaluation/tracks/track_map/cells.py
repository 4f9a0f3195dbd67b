"""Whole tracks of every video and class, matched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox.evaluation.tracks.track_map.matches import CellMatches, match_tracks

if TYPE_CHECKING:
    from truebox.evaluation.tracks.protocol import TrackClassId, TrackProtocol
    from truebox.records import TrackedSequence
    from truebox.typing import Mode

__all__ = ["map_cells"]


def map_cells(
    protocol: TrackProtocol,
    pairs: Sequence[tuple[TrackedSequence, TrackedSequence]],
    classes: Sequence[TrackClassId],
    mode: Mode,
) -> tuple[CellMatches, ...]:
    """The matches of every sequence and, within it, every class; none where whole tracks are not measured.

    The reference numbers predicted tracks from 0 on, beginning with the first video that has any, and takes
    a true track as free whose partner has the number 0.

    Examples
    --------
    >>> from truebox.evaluation import protocol_value
    >>> map_cells(protocol_value("mot17"), [], [], "strict")
    ()
    """
    if protocol.maps is None or any(one.whole is None or two.whole is None for one, two in pairs):
        return ()
    cells = []
    nothing: CellMatches | None = None  # of every class without a track in a video
    begun = False
    for true, found in pairs:
        tracks = found.whole
        assert tracks is not None
        if protocol.maps.numbered == "in order":
            first = int(tracks.track[0]) if len(tracks) and not begun else None
            begun = begun or len(tracks) > 0
        else:
            first = 0 if (found.attributes.get("number", found.track) == 0).any() else None
        labels = {
            int(label) for side in (true, found) if side.whole is not None for label in side.whole.label
        }
        for number, _ in classes:
            if number in labels or nothing is None:
                cells.append(match_tracks(true, found, number, protocol.maps, mode, unnumbered=first))
                nothing = nothing if number in labels else cells[-1]
            else:
                cells.append(nothing)
    return tuple(cells)

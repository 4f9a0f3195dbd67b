"""What survives of every sequence and class: sums that add, from which all measures follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation.tracks.track_map.matches import CellMatches
    from truebox.evaluation.tracks.track_map.rules import TrackMapRules
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array, Mode

__all__ = ["BY_ALPHA", "NUMBERS", "TrackState"]

BY_ALPHA = ("hota_tp", "hota_fn", "hota_fp", "AssA", "AssRe", "AssPr", "LocA")
"""Sums with one number for each alpha."""

NUMBERS = (
    *("truths", "predictions", "true_ids", "found_ids", "frames", "frames_held", "clear_frames"),
    *("clear_tp", "clear_fn", "clear_fp", "switches", "fragmentations", "clear_similarity"),
    *("mostly_tracked", "partly_tracked", "mostly_lost"),
    *("identity_tp", "identity_fn", "identity_fp"),
    *("vace_tracks", "vace_detections", "vace_frames"),
)
"""Sums of one number."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackState:
    """Sums by cell: one for each sequence and class.

    States of different sequences add, also when they come from different machines; the numbers of the sum are
    those of one evaluation of them all.

    Parameters
    ----------
    mode : {"strict", "corrected"}
    rules : str
        Whose rules of CLEAR.
    alphas : float64 array [A]
    sequences, classes : tuple of str [S], tuple of (int, str) [K]
    sequence, category : int64 arrays [C]
        Of each cell.
    sums : mapping of name to array [C] or [C, A]
        `NUMBERS` and `BY_ALPHA`.
    maps : TrackMapRules or None
    tracks : tuple of CellMatches [C]
        Whole tracks of each cell, where their average precision is measured.
    groups : tuple of (str, tuple of str)
        Names of groups and of their classes.

    Examples
    --------
    >>> state = result.state                                                # doctest: +SKIP
    >>> (state.of([0]) + state.of([1])).sequences                           # doctest: +SKIP
    ('MOT17-02', 'MOT17-04')
    """

    mode: Mode
    rules: str
    alphas: FloatArray
    sequences: tuple[str, ...]
    classes: tuple[tuple[int, str], ...]
    sequence: AnyArray
    category: AnyArray
    sums: Mapping[str, AnyArray]
    maps: TrackMapRules | None = None
    tracks: tuple[CellMatches, ...] = ()
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __add__(self, other: TrackState) -> TrackState:
        if not isinstance(other, TrackState):
            return NotImplemented
        return _added([self, other])

    def __radd__(self, other: Any) -> TrackState:
        return self if other == 0 else NotImplemented

    @property
    def has_maps(self) -> bool:
        """Whether average precision of whole tracks is measured."""
        return self.maps is not None and bool(self.tracks)

    @property
    def has_regions(self) -> bool:
        """Whether J and F are measured."""
        return "J-Mean" in self.sums

    @property
    def has_teta(self) -> bool:
        """Whether TETA is measured."""
        return "teta_Loc_TP" in self.sums

    @refuses_other_kinds
    def has_nothing(self, cells: Int64Array) -> BoolArray:
        """Of some cells, in which all sums are 0 but for the numbers of frames; none where J and F are."""
        nothing = np.full(len(cells), not self.has_regions)
        for name, values in self.sums.items():
            if name in BY_ALPHA or name in ("frames", "clear_frames", "empty"):
                continue
            held = values[cells] != 0
            nothing &= ~(held.any(axis=1) if held.ndim > 1 else held)
        return nothing

    @property
    def counts_own_gaps(self) -> bool:
        """Whether fragmentations are gaps of the tracker alone, as motmetrics counts them."""
        return self.rules != "trackeval"

    @property
    def gives_distances(self) -> bool:
        """Whether MOTP is a distance, as of motmetrics."""
        return self.rules != "trackeval"

    @refuses_other_kinds
    def of(self, sequences: Sequence[int]) -> TrackState:
        """The state of some of the sequences, by their places."""
        chosen = list(sequences)
        cells = np.concatenate([np.flatnonzero(self.sequence == place) for place in chosen])
        return replace(
            self,
            sequences=tuple(self.sequences[place] for place in chosen),
            sequence=np.repeat(np.arange(len(chosen)), [int((self.sequence == p).sum()) for p in chosen]),
            category=self.category[cells],
            sums={name: values[cells] for name, values in self.sums.items()},
            tracks=_picked(self.tracks, cells),
        )


def _added(states: Sequence[TrackState]) -> TrackState:
    first = states[0]
    names = [name for state in states for name in state.sequences]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ArgumentError(
            f"the sequence {twice!r} is in both states. Fix: add states of different sequences."
        )
    for state in states[1:]:
        if (state.mode, state.rules, state.classes) != (first.mode, first.rules, first.classes):
            raise ArgumentError(
                "states of different rules or classes do not add. Fix: evaluate both the same way."
            )
    order = sorted(range(len(names)), key=names.__getitem__)
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names))
    begins = np.cumsum([0, *(len(state.sequences) for state in states[:-1])])
    sequence = rank[
        np.concatenate([state.sequence + begin for state, begin in zip(states, begins, strict=True)])
    ]
    category = np.concatenate([state.category for state in states])
    cells = np.lexsort((category, sequence))
    return replace(
        first,
        sequences=tuple(names[place] for place in order),
        sequence=sequence[cells],
        category=category[cells],
        sums={name: np.concatenate([state.sums[name] for state in states])[cells] for name in first.sums},
        tracks=_picked(tuple(each for state in states for each in state.tracks), cells),
    )


def _picked(tracks: tuple[CellMatches, ...], cells: AnyArray) -> tuple[CellMatches, ...]:
    return tuple(tracks[cell] for cell in cells.tolist()) if tracks else ()

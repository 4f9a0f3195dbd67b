"""A small world of tracks: three sequences, and two trackers with known faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.generation.chance import Chance
from truebox.generation.datasets.knobs import require_at_least
from truebox.generation.tracks.sightings import see
from truebox.generation.tracks.tracker import TRACKERS, follow
from truebox.generation.tracks.walks import make_walks

if TYPE_CHECKING:
    from truebox.generation.tracks.sightings import Sightings
    from truebox.generation.tracks.tracker import Followed, ImaginaryTracker
    from truebox.generation.tracks.walks import Walks

__all__ = ["TrackWorld", "make_track_world"]

_SEQUENCES = 3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackWorld:
    """Made sequences and everything known about them.

    Parameters
    ----------
    seed, frames : int
        Frames of each sequence.
    names : tuple of str
        Of the sequences.
    walks : tuple of Walks
        What is really there.
    seen : tuple of Sightings
        What the detector gives both trackers.
    trackers : tuple of ImaginaryTracker
    followed : tuple of tuple of Followed
        Of every tracker and sequence.

    Examples
    --------
    >>> world = make_track_world(frames=20)
    >>> world.names, list(world.planted)
    (('WALK-01', 'WALK-02', 'WALK-03'), ['A', 'B'])
    """

    seed: int
    frames: int
    names: tuple[str, ...]
    walks: tuple[Walks, ...]
    seen: tuple[Sightings, ...]
    trackers: tuple[ImaginaryTracker, ...]
    followed: tuple[tuple[Followed, ...], ...]

    @property
    def planted(self) -> Mapping[str, Mapping[str, int]]:
        """The faults of every tracker, counted over all sequences; see `Followed`."""
        totals = {}
        for tracker, sequences in zip(self.trackers, self.followed, strict=True):
            total: Counter[str] = Counter()
            for each in sequences:
                total.update(each.planted)
            totals[tracker.name] = dict(total)
        return totals


@refuses_other_kinds
def make_track_world(
    frames: int = 60, *, seed: int = 7, trackers: Sequence[ImaginaryTracker] = TRACKERS
) -> TrackWorld:
    """Make three sequences; the same arguments give the same world on every platform.

    Parameters
    ----------
    frames : int
        Of each sequence; at least one.
    seed : int
        Zero or more.
    trackers : sequence of ImaginaryTracker
        Their names differ.

    Returns
    -------
    TrackWorld

    Raises
    ------
    ArgumentError
        An argument is outside what is described above.

    Examples
    --------
    >>> world = make_track_world(frames=60)
    >>> world.planted["A"]["exchanges"] < world.planted["B"]["exchanges"]
    True
    """
    require_at_least("frames", frames, 1)
    require_at_least("seed", seed, 0)
    called = [tracker.name for tracker in trackers]
    if len({name.lower() for name in called}) < len(called):
        raise ArgumentError(f"trackers: {called!r} names one twice; give each a name of its own")
    numbers = range(1, _SEQUENCES + 1)
    walks = tuple(make_walks(frames, Chance(seed, 4, number)) for number in numbers)
    seen = tuple(see(each, Chance(seed, 5, number)) for number, each in zip(numbers, walks, strict=True))
    followed = tuple(
        tuple(
            follow(own, int(each.person.max()) + 1, tracker, Chance(seed, 6, place, number))
            for number, each, own in zip(numbers, walks, seen, strict=True)
        )
        for place, tracker in enumerate(trackers)
    )
    return TrackWorld(
        seed=seed,
        frames=frames,
        names=tuple(f"WALK-{number:02d}" for number in numbers),
        walks=walks,
        seen=seen,
        trackers=tuple(trackers),
        followed=followed,
    )

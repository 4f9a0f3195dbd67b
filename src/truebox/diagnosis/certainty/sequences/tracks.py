"""Trackers compared on one truth: sequences are swapped between both, or blocks of frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.bootstrap_arguments import check_bootstrap
from truebox.diagnosis.certainty.compared import results_of_kind
from truebox.diagnosis.certainty.drawn_units import times_drawn
from truebox.diagnosis.certainty.estimate import fewest
from truebox.diagnosis.certainty.sequences.drawn_tracks import ASSOCIATION, DrawnTracks
from truebox.diagnosis.certainty.unscored.drawn_parts import DrawnParts, Key, part_intervals
from truebox.evaluation import TRACK_PROTOCOLS, TrackResult, evaluate_tracks
from truebox.records import IgnoredRegions

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.evaluation import TrackState
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import FloatArray

__all__ = ["TrackUnits", "track_intervals", "tracked_results"]

METRICS = ("HOTA", "DetA", "AssA", "DetRe", "DetPr", "AssRe", "AssPr", "LocA", "MOTA", "MOTP", "IDF1")
_SEQUENCES, _TRACKS = "sequences", "true tracks"
_BLOCKS = 12
"""At most: what holds on over frames, such as a hard scene, must end within a block. In simulation forty told
equal trackers of one sequence apart by MOTP in 9 of 100 cases, twelve in 7."""
_LEAST_FRAMES = 25
_AT_ONCE = 4
"""Objects, and half of those in both frames: if so many change their ids at once, tracks fail together."""
_SIGNED = {"MOTA"}


def tracked_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[TrackResult]:
    """The results of trackers, where these are given or asked for; else none."""
    return results_of_kind(
        TrackResult,
        TRACK_PROTOCOLS,
        evaluate_tracks,
        given,
        threads=threads,
        evaluation=evaluation,
        alike=_same_sequences,
        apart="on other sequences or by other rules",
    )


def _same_sequences(first: TrackResult, other: TrackResult) -> bool:
    a, b = first.state, other.state
    alike = (a.mode, a.rules, a.sequences, a.classes) == (b.mode, b.rules, b.sequences, b.classes)
    return alike and first.protocol == other.protocol and bool((a.sums["truths"] == b.sums["truths"]).all())


class TrackUnits(DrawnParts):
    """The parts of a result that are drawn or swapped: sequences or, where there are few, blocks of frames.

    A block of frames shows what detection costs. What association costs it does not: a track that changes its
    id once loses half of itself, and in blocks next to nothing. For `ASSOCIATION` the parts are then true
    tracks, over which HOTA and Identity of the whole add up.

    Failures that the video causes in both models (a shaking camera, dropped frames) keep the stated rates: of
    40 simulated pairs of equal trackers each, HOTA differs at .05 in 2 (ids begin anew) and 1 (all missed).
    Failures of one model that all of its objects share do not, where association is counted: HOTA differs in
    11 of 40 where frames are dropped four times, in 25 where ids begin anew then; DetA and MOTA in 3 to 4.

    Parameters
    ----------
    result : TrackResult
        Of any protocol of tracks.
    """

    def __init__(self, result: TrackResult) -> None:
        self.state, counted = _units(result)
        super().__init__(result, len(self.state.sequences), counted)
        self.tracks = None if counted == _SEQUENCES else DrawnTracks(result)
        self._once: dict[Key, FloatArray] | None = None

    @property
    def name(self) -> str:
        """What is drawn, and why where it is no sequence."""
        if self.tracks is None:
            return _SEQUENCES
        names = f"{', '.join(ASSOCIATION[:-1])} and {ASSOCIATION[-1]}"
        few = f"sequences are too few: {len(self.result.state.sequences)}"
        return f"{self.counted} ({few}; for {names} in {self.tracks.truths:,} true tracks)"

    def name_beside(self, others: Sequence[DrawnParts]) -> str:
        """The same; and where a model changes most objects' ids at once, what its errors do not hold."""
        if self.tracks is None:
            return self.name
        for each in (self, *others):
            for cell in each.result.matched:
                frame, changed, both = cell.changed_at_once
                if changed >= _AT_ONCE and 2 * changed >= both:
                    true = each.result.truth.sequences[cell.sequence]
                    whose = each.result.predictions.source.shown
                    return (
                        f"{self.name}; in frame {frame + true.first} of {true.name or 'the sequence'} "
                        f"{changed} of {both} objects of {whose} change their ids at once: what they lose "
                        f"together, errors of {ASSOCIATION[0]}, {ASSOCIATION[1]} and {ASSOCIATION[-1]} "
                        "do not hold"
                    )
        return self.name

    @property
    def columns(self) -> int:
        """The blocks, then true tracks and those that follow none."""
        return self.count + (0 if self.tracks is None else self.tracks.columns)

    def drawn(self, replicates: int, seed: int) -> FloatArray:
        """Blocks and tracks are drawn each by themselves."""
        blocks = times_drawn(self.count, replicates, seed)
        if self.tracks is None or not self.tracks.columns:
            return blocks
        return np.concatenate([blocks, times_drawn(self.tracks.columns, replicates, seed + 1)], axis=1)

    def held(self, key: Key) -> int:
        """True tracks, of a class or all, where association is measured."""
        if not self._is_of_tracks(key):
            return self.count
        assert self.tracks is not None
        return self.tracks.held(None if isinstance(key, str) else key[1])

    def counted_as(self, key: Key) -> str:
        """Tracks, where association is measured."""
        return _TRACKS if self._is_of_tracks(key) else self.counted

    def tested(self, key: Key) -> float | None:
        """Of blocks: a switch or a match at their edges is lost."""
        if self.tracks is None or self.value(key) is None:
            return self.value(key)
        if self._once is None:
            self._once = self.measured(np.ones((1, self.columns)))
        return float(self._once[key][0])

    def _is_of_tracks(self, key: Key) -> bool:
        return self.tracks is not None and (key if isinstance(key, str) else key[0]) in ASSOCIATION

    def bounds(self, key: Key) -> tuple[float, float]:
        """MOTA may be below 0, without end."""
        return (-np.inf if (key if isinstance(key, str) else key[0]) in _SIGNED else 0.0, 1.0)

    def measured(
        self, weights: FloatArray, other: Any = None, its: FloatArray | None = None
    ) -> dict[Key, FloatArray]:
        """The main metrics, and those of each class where there are several."""
        sides = [(self, weights)] if other is None or its is None else [(self, weights), (other, its)]
        found = _metrics([each.state for each, _ in sides], [held[:, : each.count] for each, held in sides])
        if self.tracks is None:
            return found
        of_tracks = [(each.tracks, held[:, each.count :]) for each, held in sides]
        for kind in range(len(self.state.classes)):
            measured = self.tracks.measured(kind, of_tracks[0][1], *(of_tracks[1] if len(sides) > 1 else ()))
            for name, values in measured.items():
                found[name, kind] = values
        for name in ASSOCIATION:
            found[name] = np.mean([found[name, kind] for kind in range(len(self.state.classes))], axis=0)
        if len(self.state.classes) == 1:
            found = {key: values for key, values in found.items() if isinstance(key, str)}
        return found


def _units(result: TrackResult) -> tuple[TrackState, str]:
    if len(result.state.sequences) >= fewest(_SEQUENCES) or result.protocol not in TRACK_PROTOCOLS:
        return result.state, _SEQUENCES
    if any(each.whole is not None and each.masks is None for each in result.truth.sequences):
        return result.state, _SEQUENCES  # boxes whose tracks are measured as wholes: nothing is cut
    total = sum(sequence.length for sequence in result.truth.sequences)
    frames = max(_LEAST_FRAMES, -(-total // _BLOCKS))
    truth, found = _blocks(result.truth, frames), _blocks(result.predictions, frames)
    blocks = evaluate_tracks(
        truth,
        found,
        protocol=result.protocol,
        mode=result.mode,
        rules=result.rules,
        similarity=_similarities_of_blocks(result, frames),
        fit_test=False,
    )
    return blocks.state, f"blocks of {frames} frames"


def _blocks(side: Tracks, frames: int) -> Tracks:
    return replace(
        side,
        chosen=None,  # of the sequences that a list named, these are the parts
        sequences=tuple(
            _part(sequence, begin, frames)
            for sequence in side.sequences
            for begin in range(0, sequence.length, frames)
        ),
    )


def _similarities_of_blocks(result: TrackResult, frames: int) -> dict[str, list[FloatArray]] | None:
    """Where similarities were given, those of each block by its name, frame by frame."""
    if result.similarities is None:
        return None
    other = {each.name: each for each in result.predictions.sequences}
    found: dict[str, list[FloatArray]] = {}
    for sequence in result.truth.sequences:
        partner = other.get(sequence.name, result.predictions.sequences[0])
        rows = np.bincount(sequence.frame, minlength=sequence.length)
        columns = np.bincount(partner.frame, minlength=sequence.length)
        ends = np.cumsum(rows * columns)[:-1]
        pieces = np.split(result.similarities[sequence.name], ends)
        shaped = [each.reshape(r, c) for each, r, c in zip(pieces, rows, columns, strict=True)]
        for begin in range(0, sequence.length, frames):
            found[_name_of_part(sequence, begin)] = shaped[begin : begin + frames]
    return found


def _name_of_part(sequence: TrackedSequence, begin: int) -> str:
    return f"{sequence.name} {begin}"


def _part(sequence: TrackedSequence, begin: int, frames: int) -> TrackedSequence:
    chosen = (sequence.frame >= begin) & (sequence.frame < begin + frames)
    return replace(
        sequence,
        name=_name_of_part(sequence, begin),
        length=min(frames, sequence.length - begin),
        frame=sequence.frame[chosen] - np.int32(begin),
        track=sequence.track[chosen],
        boxes=sequence.boxes[chosen],
        label=sequence.label[chosen],
        score=sequence.score[chosen],
        attributes={name: values[chosen] for name, values in sequence.attributes.items()},
        whole=None,
        masks=None if sequence.masks is None else sequence.masks[np.flatnonzero(chosen)],
        regions=_regions(sequence.regions, begin, frames),
    )


def _regions(regions: IgnoredRegions | None, begin: int, frames: int) -> IgnoredRegions | None:
    if regions is None:
        return None
    chosen = np.flatnonzero((regions.frame >= begin) & (regions.frame < begin + frames))
    return IgnoredRegions(frame=regions.frame[chosen] - np.int32(begin), masks=regions.masks[chosen])


def _metrics(states: Sequence[TrackState], weights: Sequence[FloatArray]) -> dict[Key, FloatArray]:
    """Every metric of each row of weights, over the units of all states; of several classes their mean."""
    several = []
    for place in range(len(states[0].classes)):
        cells = [np.flatnonzero(state.category == place) for state in states]
        sums = {
            name: np.concatenate([state.sums[name][own] for state, own in zip(states, cells, strict=True)])
            for name in states[0].sums
        }
        parts = [
            each[:, state.sequence[own]] for each, state, own in zip(weights, states, cells, strict=True)
        ]
        several.append(_of_class(sums, np.concatenate(parts, axis=1)))
    if states[0].gives_distances:
        for each in several:
            each["MOTP"] = 1 - each["MOTP"]
    found: dict[Key, FloatArray] = {
        name: np.mean([each[name] for each in several], axis=0) for name in METRICS
    }
    if len(several) > 1:
        for place, each in enumerate(several):
            found |= {(name, place): each[name] for name in METRICS}
    return found


def _of_class(sums: Mapping[str, Any], weights: FloatArray) -> dict[str, FloatArray]:
    def added(name: str) -> FloatArray:
        total: FloatArray = weights @ np.asarray(sums[name], dtype=np.float64)
        return total

    tp, fn, fp = added("hota_tp"), added("hota_fn"), added("hota_fp")
    matches = np.maximum(1, tp)
    parts = {
        name: weights @ (sums[name] * sums["hota_tp"]) / matches
        for name in ("AssA", "AssRe", "AssPr", "LocA")
    }
    det = tp / np.maximum(1, tp + fn + fp)
    found = {
        "HOTA": np.sqrt(det * parts["AssA"]),
        "DetA": det,
        "DetRe": tp / np.maximum(1, tp + fn),
        "DetPr": tp / np.maximum(1, tp + fp),
        **parts,
    }
    found = {name: values.mean(axis=1) for name, values in found.items()}
    clear = {name: added(f"clear_{name}") for name in ("tp", "fn", "fp", "similarity")}
    truths = np.maximum(1, clear["tp"] + clear["fn"])
    identity = {name: added(f"identity_{name}") for name in ("tp", "fn", "fp")}
    found["MOTA"] = (clear["tp"] - clear["fp"] - added("switches")) / truths
    found["MOTP"] = clear["similarity"] / np.maximum(1, clear["tp"])
    found["IDF1"] = identity["tp"] / np.maximum(
        1, identity["tp"] + 0.5 * identity["fp"] + 0.5 * identity["fn"]
    )
    return found


@refuses_other_kinds
def track_intervals(
    result: TrackResult, *, replicates: int = 1000, level: float = 0.95, seed: int = 0
) -> dict[str, Estimate]:
    """Intervals of the main metrics of tracks, by drawing sequences, or blocks of frames and tracks of few.

    Of fewer than six sequences they hold for these sequences alone: what another camera or crowd would give,
    they cannot tell.

    Parameters
    ----------
    result : TrackResult
        Of any protocol of tracks.
    replicates, level, seed
        As in `truebox.diagnosis.intervals`.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> track_intervals(evaluate_tracks(side, side))["HOTA"].value
    1.0
    """
    check_bootstrap(replicates, level, seed)
    units = TrackUnits(result)
    found = part_intervals(units, replicates=replicates, level=level, seed=seed)
    held = {key: each for key, each in found.items() if isinstance(key, str)}
    if units.tracks is None:
        return held
    many = len(result.state.sequences)
    alone = "of this sequence alone" if many == 1 else f"of these {many} sequences alone"
    return {key: each if each.low is None else replace(each, reason=alone) for key, each in held.items()}

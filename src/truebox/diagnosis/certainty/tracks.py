"""Trackers compared on one truth: sequences are drawn for both, or blocks of frames where there are few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import grouped
from truebox.diagnosis.certainty.difference import Difference, difference
from truebox.diagnosis.certainty.estimate import FEWEST_IMAGES, Estimate, estimate
from truebox.errors import ArgumentError
from truebox.evaluation import TRACK_PROTOCOLS, TrackResult, evaluate_tracks

if TYPE_CHECKING:
    from truebox.evaluation import TrackState
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import FloatArray

__all__ = ["DrawnTracks", "track_differences", "track_intervals", "tracked_results"]

METRICS = ("HOTA", "DetA", "AssA", "DetRe", "DetPr", "AssRe", "AssPr", "LocA", "MOTA", "MOTP", "IDF1")
_BLOCKS = 40
_LEAST_FRAMES = 25
_SIGNED = {"MOTA"}


def tracked_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[TrackResult]:
    """The results of trackers, where these are given or asked for; else none."""
    if given and all(isinstance(each, TrackResult) for each in given):
        results: list[TrackResult] = list(given)
    elif evaluation.get("protocol") in TRACK_PROTOCOLS and len(given) > 2:
        results = [evaluate_tracks(given[0], each, threads=threads, **evaluation) for each in given[1:]]
    else:
        return []
    if len(results) < 2:
        raise ArgumentError("compare: 1 model given, at least 2 expected. Fix: pass two results or more.")
    first = results[0]
    for other in results[1:]:
        a, b = first.state, other.state
        alike = (a.mode, a.rules, a.sequences, a.classes) == (b.mode, b.rules, b.sequences, b.classes)
        if not alike or first.protocol != other.protocol or (a.sums["truths"] != b.sums["truths"]).any():
            raise ArgumentError(
                f"compare: {other.predictions.source.name} was evaluated on other sequences or by other "
                f"rules than {first.predictions.source.name}. Fix: evaluate both the same way."
            )
    return results


class DrawnTracks:
    """Metrics of one result under draws of its sequences, or of blocks of frames where there are few.

    Parameters
    ----------
    result : TrackResult
    replicates, seed : int
        The same of two results draw the same.
    """

    def __init__(self, result: TrackResult, replicates: int, seed: int) -> None:
        self.result = result
        state, self.unit = _units(result)
        self.count = len(state.sequences)
        chance = np.random.default_rng(seed)
        picked = chance.integers(0, self.count, size=(replicates, self.count))
        weights = np.zeros((replicates, self.count))
        np.add.at(weights, (np.arange(replicates)[:, None], picked), 1)
        self.metrics = _metrics(state, weights)


def _units(result: TrackResult) -> tuple[TrackState, str]:
    if len(result.state.sequences) >= FEWEST_IMAGES or result.protocol not in TRACK_PROTOCOLS:
        return result.state, "sequences"
    total = sum(sequence.length for sequence in result.truth.sequences)
    frames = max(_LEAST_FRAMES, -(-total // _BLOCKS))
    truth, found = _blocks(result.truth, frames), _blocks(result.predictions, frames)
    blocks = evaluate_tracks(
        truth, found, protocol=result.protocol, mode=result.mode, rules=result.rules, fit_test=False
    )
    return (
        blocks.state,
        f"blocks of {frames} frames ({grouped(len(result.state.sequences), 'sequence')} are too few to draw)",
    )


def _blocks(side: Tracks, frames: int) -> Tracks:
    return replace(
        side,
        sequences=tuple(
            _part(sequence, begin, frames)
            for sequence in side.sequences
            for begin in range(0, sequence.length, frames)
        ),
    )


def _part(sequence: TrackedSequence, begin: int, frames: int) -> TrackedSequence:
    chosen = (sequence.frame >= begin) & (sequence.frame < begin + frames)
    return replace(
        sequence,
        name=f"{sequence.name} {begin}",
        length=min(frames, sequence.length - begin),
        frame=sequence.frame[chosen] - np.int32(begin),
        track=sequence.track[chosen],
        boxes=sequence.boxes[chosen],
        label=sequence.label[chosen],
        score=sequence.score[chosen],
        attributes={name: values[chosen] for name, values in sequence.attributes.items()},
    )


def _metrics(state: TrackState, weights: FloatArray) -> dict[str, FloatArray]:
    """Every metric of each row of weights, over sequences; of several classes their mean."""
    several = []
    for place in range(len(state.classes)):
        cells = state.category == place
        own = weights[:, state.sequence[cells]]
        several.append(_of_class({name: values[cells] for name, values in state.sums.items()}, own))
    if state.gives_distances:
        for each in several:
            each["MOTP"] = 1 - each["MOTP"]
    return {name: np.mean([each[name] for each in several], axis=0) for name in METRICS}


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


def track_differences(first: DrawnTracks, second: DrawnTracks, level: float) -> dict[str, Difference]:
    """What the second has more than the first, with intervals and p-values."""
    a, b = first.result.metrics, second.result.metrics
    return {
        name: _in_units(
            difference(
                a[name],
                b[name],
                second.metrics[name] - first.metrics[name],
                images=first.count,
                level=level,
                reason=first.result.undefined.get(name),
            ),
            first,
        )
        for name in METRICS
    }


def _in_units(found: Difference, drawn: DrawnTracks) -> Difference:
    if drawn.count >= FEWEST_IMAGES or found.value is None:
        return found
    reason = f"{drawn.count} {drawn.unit} are too few to say how sure it is"
    return replace(found, reason=reason)


def track_intervals(
    result: TrackResult, *, replicates: int = 1000, level: float = 0.95, seed: int = 0
) -> dict[str, Estimate]:
    """Intervals of the main metrics of tracks, by drawing sequences, or blocks of frames where there are few.

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
    drawn = DrawnTracks(result, replicates, seed)
    return {
        name: estimate(
            result.metrics[name],
            drawn.metrics[name],
            images=drawn.count,
            level=level,
            reason=result.undefined.get(name),
            bounds=(-np.inf if name in _SIGNED else 0.0, 1.0),
        )
        for name in METRICS
    }

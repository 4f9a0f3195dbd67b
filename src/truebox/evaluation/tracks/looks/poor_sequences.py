"""Sequences in which far fewer objects are found than in the others: read otherwise, or of another video."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.looks.trial import SHIFTS, TrackTrial
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.tracks.result import TrackResult
    from truebox.typing import FloatArray

__all__ = ["poor_sequences"]

_FEWEST, _FEWEST_TRACKS = 50, 5
"""Boxes of both sides, and true tracks: of fewer chance decides."""
_ENOUGH, _FAR_BELOW = 0.3, 0.6
"""Of the true boxes of the others so many are found, and here so small a part of that share."""
_NEARLY, _TIMES, _MORE = 0.75, 1.5, 0.15
"""Under another reading so much of the share of the others, so many times that as read, and so much more."""
_NOTHING, _MOST_FOUND = 0.1, 0.5
_MOST_LOOKED_AT, _MOST_ROWS, _MOST_OTHERS = 3, 2_000, 60


def poor_sequences(result: TrackResult) -> Iterator[Finding]:
    """What to say (W-588) of at most three sequences that would be like the others under another reading.

    Parameters
    ----------
    result : TrackResult
        Of several sequences.
    """
    for place, given, others in _far_below(result):
        cell = max(
            (each for each in result.matched if each.sequence == place and len(each.partner_of_prediction)),
            key=lambda each: len(each.partner_of_truth),
            default=None,
        )
        if cell is None or len(cell.true_ids) < _FEWEST_TRACKS:
            continue
        if min(len(cell.partner_of_truth), len(cell.partner_of_prediction)) < _FEWEST:
            continue
        yield from _said(result, TrackTrial(result, cell, _MOST_ROWS), given, others)


def _far_below(result: TrackResult) -> list[tuple[int, float, float]]:
    """Sequences, the share of their objects that is found, and that of the others."""
    count = len(result.truth.sequences)
    if count < 2 or "truths" not in result.state.sums:
        return []
    truths, matched = (
        np.bincount(result.state.sequence, weights=result.state.sums[name], minlength=count)
        for name in ("truths", "clear_tp")
    )
    share: FloatArray = matched / np.maximum(truths, 1)
    others: FloatArray = (matched.sum() - matched) / np.maximum(truths.sum() - truths, 1)
    poor = (truths >= _FEWEST) & (others >= _ENOUGH) & (share < _FAR_BELOW * others)
    lost = np.where(poor, (others - share) * truths, 0.0)
    chosen = [place for place in np.argsort(-lost, kind="stable").tolist() if poor[place]]
    return [(place, float(share[place]), float(others[place])) for place in chosen[:_MOST_LOOKED_AT]]


def _said(result: TrackResult, trial: TrackTrial, given: float, others: float) -> Iterator[Finding]:
    as_read, words = trial.share(trial.frame, trial.boxes), ""
    best = as_read
    for share, text, _ in _readings(result, trial):
        if share > best:
            best, words = share, text
    name = result.predictions.source.name
    text = (
        f"{name}: in {trial.true.name} {given:.0%} of the true boxes are found, in the other sequences "
        f"{others:.0%}"
    )
    if best >= max(_NEARLY * others, _TIMES * as_read, as_read + _MORE):
        yield Finding("W-588", f"{text}; {best:.0%} of {len(trial.rows):,} would be {words}")
    elif given < _NOTHING and others >= _MOST_FOUND:
        yield Finding("W-588", f"{text}, and no other reading of them fits: are they of another video?")


def _readings(result: TrackResult, trial: TrackTrial) -> Iterator[tuple[float, str, str]]:
    for shift in SHIFTS:
        share = trial.share(trial.frame + np.int32(shift), trial.boxes)
        yield share, f"with frames shifted by {shift:+d}", ""
    yield from trial.readings()
    for other in result.predictions.sequences[:_MOST_OTHERS]:
        if other.name != trial.true.name and len(other) >= _FEWEST:
            yield trial.of_other(other), f"with the boxes of {other.name}", ""
    if trial.are_fractions():
        size = trial.true.boxes[trial.rows]
        reach = (size[:, :2] + size[:, 2:]).max(axis=0)
        yield trial.share(trial.frame, trial.boxes * np.tile(reach, 2)), "if they were no fractions", ""

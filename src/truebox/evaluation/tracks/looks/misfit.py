"""Predictions that fit the truth only under another reading: found by trying, and said with what mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.tracks.looks.trial import SHIFTS, TrackTrial
from truebox.evaluation.tracks.sides.stepped import ordinal
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.tracks.result import MatchedTracks, TrackResult

__all__ = ["look_for_misfit"]

_POOR = 0.3
"""Of the true boxes matched: below, a better reading is refused rather than mentioned."""
_GOOD = 0.5
_DOUBTFUL = 0.6
"""Below, boxes are read otherwise too: of those 1.25 times too large many are still matched."""
_BETTER = 1.25
_CLOSER = 1.04
"""By how much nearer boxes must be in other frames to be worth a word: a tracker's own lag is less."""
_NOTHING = 0.1
"""Below, and under every reading: these are hardly results of the same video."""
_FEWEST_FRAMES = 3
_FEWEST = 20
"""Boxes: of fewer, nothing is said of their video."""


def look_for_misfit(result: TrackResult, threads: int | None = None) -> list[Finding]:
    """Look whether another reading of the predictions fits much better; threads share the first readings.

    Returns
    -------
    list of Finding
        Where it fits better, and the numbers are not poor as they are (W-588).

    Raises
    ------
    InputError
        The numbers are poor, and good under another reading (E-584).
    """
    cell = _sample(result)
    if cell is None:
        return []
    trial = TrackTrial(result, cell)
    shifts = [trial.frame + np.int32(shift) for shift in (0, *SHIFTS)]
    (as_read, overlap), *others = trial.fits([(frame, trial.boxes) for frame in shifts], threads)
    best, words, fix = as_read, "", ""
    nearest, shifted = overlap, 0
    for shift, (share, closer) in zip(SHIFTS, others, strict=True):
        if share > best:
            best, words, fix = share, f"with frames shifted by {shift:+d}", trial.offset(shift)
        if closer > nearest:
            nearest, shifted = closer, shift
    if as_read < _DOUBTFUL:
        for share, text, flag in trial.readings():
            if share > best:
                best, words, fix = share, text, flag
    name = result.predictions.source.name
    if best < _POOR and trial.are_fractions():
        problem = "all boxes lie between 0 and 1: they are fractions of the picture, where pixels are read"
        fix = "multiply them by the width and height of the frames; --no-fit-test evaluates them as they are"
        raise InputError("E-584", name, problem, fix)
    if best < max(_GOOD if as_read < _POOR else 0.0, _BETTER * as_read):
        return [
            *_missing_frames(trial),
            *_shifted(name, trial, overlap, nearest, shifted),
            *_hardly_found(name, trial, as_read, (best, words, fix)),
        ]
    numbers = (
        f"{best:.0%} of the true boxes of {trial.name} are found {words}, {as_read:.0%} as they are read"
    )
    if as_read < _POOR:
        raise InputError("E-584", name, numbers, f"{fix}; --no-fit-test evaluates them as they are")
    return [Finding("W-588", f"{name}: {numbers}; {fix}")]


def _sample(result: TrackResult) -> MatchedTracks | None:
    """The sequence and class with the most boxes on both sides."""
    sides = [
        each for each in result.matched if len(each.partner_of_truth) and len(each.partner_of_prediction)
    ]
    return max(sides, key=lambda each: len(each.partner_of_truth), default=None)


def _shifted(name: str, trial: TrackTrial, overlap: float, nearest: float, shift: int) -> Iterator[Finding]:
    """Slow objects still match when frames are shifted, but less closely."""
    if shift and nearest >= max(_POOR, _CLOSER * overlap):
        text = (
            f"{name}: the boxes of {trial.name} overlap by {nearest:.3f} with frames shifted by "
            f"{shift:+d}, by {overlap:.3f} as they are read (mean over true boxes); if frames are counted "
            f"otherwise, {trial.offset(shift)}"
        )
        yield Finding("W-588", text)


def _hardly_found(
    name: str, trial: TrackTrial, share: float, other: tuple[float, str, str]
) -> Iterator[Finding]:
    """What fits nowhere, however it is read, or hardly."""
    if share >= _NOTHING or min(len(trial.rows), len(trial.boxes)) < _FEWEST:
        return
    best, words, fix = other
    text = f"{name}: {share:.0%} of the true boxes of {trial.name} are found"
    if best >= 2 * _NOTHING:
        yield Finding("W-588", f"{text}, {best:.0%} {words}; {fix}")
    else:
        yield Finding("W-588", f"{text}, and not more under any other reading: is this another video?")


def _missing_frames(trial: TrackTrial) -> Iterator[Finding]:
    """Results of every n-th frame only."""
    true = np.flatnonzero(np.bincount(trial.true.frame[trial.rows]))
    found = np.flatnonzero(np.bincount(trial.frame[(trial.frame >= 0) & (trial.frame < trial.frames)]))
    if len(found) < _FEWEST_FRAMES or len(true) <= 1.5 * len(found):
        return
    steps = np.diff(found)
    step = int(np.median(steps))
    if step >= 2 and float((steps == step).mean()) > 0.9:
        text = (
            f"{trial.result.predictions.source.name}: results of {trial.name} are of every "
            f"{ordinal(step)} frame only, those between count as missed; "
            f"pass --frame-step {step} to leave these out"
        )
        yield Finding("W-588", text, len(true) - len(found))

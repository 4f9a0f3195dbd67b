"""Boxes of one object that fit its truth only under another reading: refused, or said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox import fitting
from truebox.errors import InputError
from truebox.evaluation.single_objects.measures import frame_overlaps
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["FollowedSides", "look_for_other_readings"]

_MOST_FRAMES = 4000
_FEWEST = 20
_FRACTIONS, _PIXELS = 2.0, 20.0
_HARDLY = 0.1
_SHIFTS = (-2, -1, 1, 2)
_CLOSER = 1.015
"""By how much boxes must overlap more in other frames; and so they must in `_AGREED` of the sequences."""
_AGREED = 0.8
_FEWEST_SEQUENCES = 5
_ON_IT = 0.3
"""Overlap of what is still followed: of what is lost chance decides."""
_CLOSE = 0.7
_PIXEL, _WITHIN = 1.0, 0.25


class FollowedSides(NamedTuple):
    """Both sides of one sequence: boxes [T, 4] of every frame; width and height of its pictures, or zeros."""

    true: FloatArray
    found: FloatArray
    size: tuple[float, float]


def look_for_other_readings(name: str, sequences: Sequence[FollowedSides]) -> list[Finding]:
    """What fits better otherwise, of at most about 4,000 frames: frames, one pixel (W-599).

    Parameters
    ----------
    name : str
        What holds the predictions.
    sequences : sequence of FollowedSides
        Of every run.

    Raises
    ------
    InputError
        E-470: twice as many boxes overlap the object by half under another reading, or one scale or step.

    Examples
    --------
    >>> true = np.array([[10.0 * n, 50, 40, 30] for n in range(40)])
    >>> corners = np.concatenate([true[:, :2], true[:, :2] + true[:, 2:]], axis=1)
    >>> try:
    ...     look_for_other_readings("mine", [FollowedSides(true, corners, (0, 0))])
    ... except InputError as error:
    ...     print(error.problem)
    0% of 39 boxes overlap the object by half; 100% would if the boxes were x_min, y_min, x_max, y_max
    """
    true, found, sizes = _sampled(sequences)
    if len(true) < _FEWEST:
        return []
    if found.max() <= _FRACTIONS and true.max() > _PIXELS:
        problem = "all boxes lie between 0 and 1: they are fractions of the picture, where pixels are read"
        fix = "multiply them by its width and height, or rerun with --no-fit-test if they are right"
        raise InputError("E-470", name, problem, fix)
    fit = fitting.fit_of_pairs(true, found, sizes)
    if fit.better:
        problem = (
            f"{fit.share:.0%} of {fit.sampled:,} boxes overlap the object by half; {fit.better_share:.0%} "
            f"would if the boxes were {fit.better}"
        )
        raise InputError("E-470", name, problem, f"{fit.fix}, or rerun with --no-fit-test if they are right")
    if fit.share < _HARDLY:
        text = (
            f"{name}: only {fit.share:.0%} of {fit.sampled:,} boxes overlap the object by half, and none of "
            "the usual readings fits: is each file of its own sequence, in the order of the frames?"
        )
        return [Finding("W-599", text)]
    return [*_shifted(name, sequences), *_by_one_pixel(name, true, found)]


def _sampled(sequences: Sequence[FollowedSides]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Frames of all sequences, evenly taken, without the first ones, which are given; and their sizes."""
    frames = sum(len(each.true) for each in sequences)
    step = max(1, frames // _MOST_FRAMES)
    parts = [(each.true[1::step], each.found[1::step], each.size) for each in sequences]
    true, found = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    sizes = np.concatenate(
        [np.tile(np.array(size, dtype=np.float64), (len(held), 1)) for held, _, size in parts]
    )
    sound = np.isfinite(true).all(axis=1) & np.isfinite(found).all(axis=1) & (true[:, 2:] > 0).all(axis=1)
    return true[sound], found[sound], sizes[sound]


def _shifted(name: str, sequences: Sequence[FollowedSides]) -> Iterator[Finding]:
    """Frames that are counted otherwise: an object that moves slowly still overlaps, but less."""
    moved = [each for each in sequences if len(each.true) > 2 * max(_SHIFTS)]
    if len(moved) < _FEWEST_SEQUENCES:
        return

    inner = []
    for each in moved:
        rows = np.arange(max(_SHIFTS), len(each.true) - max(_SHIFTS))
        rows = rows[:: max(1, len(rows) * len(moved) // _MOST_FRAMES)]
        sound = np.isfinite(each.true[rows]).all(axis=1)
        rows = rows[sound]
        inner.append(rows[frame_overlaps(each.true[rows], each.found[rows]) >= _ON_IT])

    def overlap(each: FollowedSides, rows: Int64Array, shift: int) -> float:
        if not len(rows):
            return 0.0
        held = np.nan_to_num(frame_overlaps(each.true[rows], each.found[rows + shift]))
        return float(held.mean())

    given = np.array([overlap(each, rows, 0) for each, rows in zip(moved, inner, strict=True)])
    best, best_mean, agreed = 0, float(given.mean()), 0.0
    for shift in _SHIFTS:
        other = np.array([overlap(each, rows, shift) for each, rows in zip(moved, inner, strict=True)])
        if other.mean() > best_mean:
            best, best_mean, agreed = shift, float(other.mean()), float((other > given).mean())
    if best and best_mean >= _CLOSER * given.mean() and agreed >= _AGREED:
        text = (
            f"{name}: boxes overlap the object by {best_mean:.3f} if they stand {abs(best)} "
            f"{'frame' if abs(best) == 1 else 'frames'} too {'late' if best > 0 else 'early'}, by "
            f"{given.mean():.3f} as they are: is the first line of each file the first frame?"
        )
        yield Finding("W-599", text)


def _by_one_pixel(name: str, true: FloatArray, found: FloatArray) -> Iterator[Finding]:
    """Corners that are counted from 0 on one side and from 1 on the other."""
    close = frame_overlaps(true, found) >= _CLOSE
    if int(close.sum()) < _FEWEST:
        return
    middle = np.median((found - true)[close], axis=0)
    step = float(middle[:2].mean())
    if abs(step) < _PIXEL / 2:
        return
    apart = np.abs(np.array([*(middle[:2] - np.sign(step) * _PIXEL), *middle[2:]]))
    if (apart <= _WITHIN).all():
        text = (
            f"{name}: the median box lies {middle[0]:+.2f} in x and {middle[1]:+.2f} in y of the true one, "
            "and is as large: count pixels from 1 where the truth does, and from 0 where it does"
        )
        yield Finding("W-599", text)

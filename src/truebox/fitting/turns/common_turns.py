"""The one rule by which all directions may be off: a turn, another sense, half or twice the angle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["CommonTurn", "common_turns", "told_by_none"]

_FEWEST = 10
_CELLS = 72
_NEAR = 2
"""Cells on either side of the fullest whose middle is taken."""
_ROUND, _SNAP, _LEAST, _LARGE = 45, 4.0, 15.0, 20.0
"""Degrees: a turn so near a multiple of these is that one, a smaller one is a detector's own, or may be."""
_CLOSE, _AGREED = 0.2, 0.6
"""Radians, and how many of those that a rule changes must be so near: of angles near 0 half is nearer too."""
_TIMES_MORE = 1.5
"""Than are so near as read."""
_CHANGED = 0.1
_ALIKE, _MOST = 1e-3, 0.9
"""Radians: of directions that are so near one value or whole quarters, and so many, no rule can be told."""
_MORE_NEAR, _TIMES_LESS = 0.2, 0.6
"""So many more directions must be near the other way round than by a turn, or be off by so much less."""
_NAMED = 90
"""Degrees: whole quarters are readings with names of their own."""
_FACTORS = {2.0: ("half of what they are", "multiply them by 2"), 0.5: ("twice what they are", "halve them")}


class CommonTurn(NamedTuple):
    """Directions that are meant: ``factor * angle + shift``, in radians; and what that is in words.

    Examples
    --------
    >>> CommonTurn("half of what they are", "multiply them by 2", 2.0, 0.0).of(np.array([0.25])).tolist()
    [0.5]
    """

    what: str
    fix: str
    factor: float
    shift: float

    def of(self, angles: FloatArray) -> FloatArray:
        """The directions that are meant."""
        meant: FloatArray = self.factor * angles + self.shift
        return meant

    @property
    def refused(self) -> Literal["headline", "none"]:
        """What must be near zero to refuse predictions: nothing where detectors may be so far off."""
        large = self.factor != 1 or abs(self.shift) >= np.radians(_LARGE)
        return "headline" if large else "none"


def common_turns(found: FloatArray, true: FloatArray, period: float) -> Iterator[CommonTurn]:
    """The rules that bring most of these directions near those of their objects, of each kind the best.

    Signs alone, quarters and half turns do not come: they are readings of their own. Nor does any rule where
    directions are all alike or whole quarters, as of a detector that tells none.

    Parameters
    ----------
    found, true : float64 arrays [P]
        Directions of detections and of their objects, in radians.
    period : float
        What makes no difference: a whole turn, or half of one for boxes without a front.

    Examples
    --------
    >>> true = np.linspace(-1.5, 1.5, 40)
    >>> [each.what for each in common_turns(true - 0.5, true, np.pi)][:1]
    ['turned by +29 degrees']
    """
    known = np.isfinite(found) & np.isfinite(true)
    found, true = found[known], true[known]
    if len(found) < _FEWEST or told_by_none(found, period):
        return
    rules = [CommonTurn(what, fix, factor, 0.0) for factor, (what, fix) in _FACTORS.items()]
    off = {}
    for factor in (1.0, -1.0):
        middle = _fullest(true - factor * found, period)
        off[factor] = _between(factor * found + middle, true, period)
        turn = _rounded(middle, period)
        if factor < 0 and not _clearly_less(off[factor], off[1.0]):
            continue  # of objects that all lie one way a turn does the same
        if abs(turn) < _LEAST or turn % _NAMED == 0:
            continue
        if factor > 0:
            what, fix = (
                f"turned by {turn:+g} degrees",
                f"{'add' if turn > 0 else 'take off'} {abs(turn):g} degrees",
            )
        else:
            what = f"counted the other way round from {turn:g} degrees on"
            fix = f"subtract them from {turn:g} degrees"
        rules.append(CommonTurn(what, fix, factor, float(np.radians(turn))))
    for rule in rules:
        if _agrees(rule, found, true, period):
            yield rule


def _agrees(rule: CommonTurn, found: FloatArray, true: FloatArray, period: float) -> bool:
    """Whether most of the directions that a rule changes lie near those of their objects so."""
    meant = rule.of(found)
    changed = _between(meant, found, period) > _CHANGED
    if abs(rule.factor) != 1:  # of directions near zero half and twice are near as well
        changed = _between(true, np.zeros(1), period) * abs(1 - 1 / rule.factor) > _CLOSE
    close = _CLOSE * min(1.0, abs(rule.factor))  # halving directions halves their noise
    near = _between(meant, true, period)[changed] <= close
    given = _between(found, true, period)[changed] <= _CLOSE
    return len(near) >= _FEWEST and bool(near.mean() >= max(_AGREED, _TIMES_MORE * given.mean()))


def told_by_none(found: FloatArray, period: float) -> bool:
    """Whether nearly all directions are whole quarters, or one value: of a detector that tells none.

    Examples
    --------
    >>> told_by_none(np.array([0.0, np.pi / 2, np.pi, 0.0]), np.pi), told_by_none(np.array([0.1, 0.7]), np.pi)
    (True, False)
    """
    quarters = _between(found, np.zeros(1), np.pi / 2) <= _ALIKE
    alike = _between(found, np.full(1, np.median(found)), period) <= _ALIKE
    return bool(max(quarters.mean(), alike.mean()) >= _MOST)


def _clearly_less(off: FloatArray, other: FloatArray) -> bool:
    near, near_so = float((other <= _CLOSE).mean()), float((off <= _CLOSE).mean())
    middle, middle_so = (float(np.sort(each)[len(each) // 2]) for each in (other, off))
    return near_so >= near + _MORE_NEAR or (near_so >= near and middle_so <= _TIMES_LESS * middle)


def _between(first: FloatArray, second: FloatArray, period: float) -> FloatArray:
    off: FloatArray = np.abs((first - second + period / 2) % period - period / 2)
    return off


def _fullest(angles: FloatArray, period: float) -> float:
    """The middle of the fullest twelfth or so of the circle, between minus and plus half a period."""
    cell = np.floor(angles % period / period * _CELLS).astype(np.int64) % _CELLS
    counts = np.bincount(cell, minlength=_CELLS)
    beside = sum(np.roll(counts, step) for step in range(-_NEAR, _NEAR + 1))
    middle = (int(np.argmax(beside)) + 0.5) * period / _CELLS
    off = (angles - middle + period / 2) % period - period / 2
    near = np.abs(off) <= (_NEAR + 0.5) * period / _CELLS
    found: float = (middle + float(off[near].mean()) + period / 2) % period - period / 2
    return found


def _rounded(angle: float, period: float) -> float:
    """In whole degrees, or the multiple of 45 that is near."""
    turn = float(np.degrees(angle))
    near = round(turn / _ROUND) * _ROUND
    turn = float(near if abs(turn - near) <= _SNAP else round(turn))
    half = float(np.degrees(period)) / 2
    return turn if turn < half or turn % _NAMED == 0 else turn - 2 * half

"""Areas of a truth that are one small share of all its boxes: those of a picture of another size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.typing import BoolArray, FloatArray

__all__ = ["scaled_areas"]

_FEWEST = 20
_SAME = 0.01
_NEARLY_ALL = 0.99
_FIRST = 4_000
_APART = 1.03
"""Shares so far apart are not both within a hundredth of one."""
_SMALL, _LARGE = 0.6, 1.1
"""A disc fills 0.785 of its box, a triangle or a turned square 0.5: alike in all objects they are drawn."""
_TRIANGLE = 0.02


def scaled_areas(result: Result) -> Finding | None:
    """What to say (W-325) where all areas are one share of their boxes that no shape fills.

    Of at least twenty objects 99 in 100 must have that share within a hundredth of it.

    Parameters
    ----------
    result : Result
        Of several area ranges, by areas that the truth states.
    """
    truth = result.truth
    if len(result.parameters.area_ranges) < 2 or truth.units != "pixels" or len(truth) < _FEWEST:
        return None
    boxes = truth.boxes[:, 2] * truth.boxes[:, 3]
    rows = boxes > 0
    if truth.area_missing is not None:
        rows &= ~truth.area_missing
    if not _may_be_alike(truth.area[:_FIRST], boxes[:_FIRST], rows[:_FIRST], len(truth)):
        return None
    share = truth.area[rows] / boxes[rows]
    if len(share) < _FEWEST:
        return None
    middle = float(np.partition(share, len(share) // 2)[len(share) // 2])
    if _SMALL < middle < _LARGE or middle <= 0 or abs(middle - 0.5) < _TRIANGLE:
        return None
    alike = int(np.count_nonzero(np.abs(share - middle) <= _SAME * middle))
    if alike < _NEARLY_ALL * len(share):
        return None
    return Finding(
        "W-325",
        f"{alike:,} of {len(share):,} areas in {truth.source.name} are {middle:.3g} of width x height of "
        "their boxes, as in a picture of another size; they decide which objects are small, medium and large",
        alike,
    )


def _may_be_alike(area: FloatArray, boxes: FloatArray, rows: BoolArray, count: int) -> bool:
    """Whether nearly all of so many objects can have one share, where the first of them are these.

    They have not where so many have a lower one, and as many a higher one, that no share is within a
    hundredth of both.
    """
    share = np.sort(area[rows] / boxes[rows])
    apart = int((1 - _NEARLY_ALL) * count) + 2
    return len(share) <= 2 * apart or bool(share[-apart] <= share[apart - 1] * _APART)

"""Boxes that each have one true box, as frame by frame of one object, under other readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.fitting.box_readings import box_readings
from truebox.fitting.fit import Fit, far_better
from truebox.fitting.overlaps import HIT, ious_of_pairs
from truebox.fitting.part_readings import best_scale, nearly_all_overlap_more

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["fit_of_pairs"]

_STEPS = 20
"""Scales from a fifth to five times."""


@refuses_other_kinds
def fit_of_pairs(true: FloatArray, found: FloatArray, sizes: FloatArray) -> Fit:
    """Compare the reading given with every other of `box_readings`, one scale and one step.

    Parameters
    ----------
    true, found : float64 array [P, 4]
        x, y, width, height of both boxes of every pair.
    sizes : float64 array [P, 2]
        Width and height of the picture of each; 0 where unknown.

    Examples
    --------
    >>> true = np.array([[10.0 * n, 50, 40, 30] for n in range(20)])
    >>> corners = np.concatenate([true[:, :2], true[:, :2] + true[:, 2:]], axis=1)
    >>> fit_of_pairs(true, corners, np.zeros((20, 2))).better
    'x_min, y_min, x_max, y_max'
    """
    if not len(true):
        return Fit(sampled=0, share=0.0)
    given = ious_of_pairs(true, found)
    share = float((given >= HIT).mean())
    best = max(_readings(true, found, sizes), key=lambda each: each.overlaps.mean())
    if best.better_share <= share or not (
        nearly_all_overlap_more(given, best.overlaps)
        if best.is_layout
        else far_better(best.better_share, share, len(true))
    ):
        return Fit(sampled=len(true), share=share)
    return Fit(
        sampled=len(true),
        share=share,
        better=best.what,
        about="boxes",
        flag=best.flag,
        fix=best.fix,
        better_share=best.better_share,
    )


class _Reading(NamedTuple):
    what: str
    flag: str
    fix: str
    overlaps: FloatArray
    is_layout: bool

    @property
    def better_share(self) -> float:
        return float((self.overlaps >= HIT).mean())


def _readings(true: FloatArray, found: FloatArray, sizes: FloatArray) -> Iterator[_Reading]:
    """Every one with how much it lets the boxes of each pair overlap."""

    def overlap(scale: float) -> float:
        return float(ious_of_pairs(true, found * scale).mean())

    # Without sizes of images any scale is tried below.
    for reading in box_readings(found, sizes, resized=bool((sizes > 0).all())):
        fix = reading.fix or "write x, y, width, height in pixels"
        yield _Reading(reading.what, reading.flag, fix, ious_of_pairs(true, reading.boxes), True)
    scale = best_scale(overlap, _STEPS)
    what = f"of pictures {1 / scale:.3g} times as large"
    yield _Reading(what, "", f"multiply them by {scale:.3g}", ious_of_pairs(true, found * scale), False)
    with np.errstate(divide="ignore", invalid="ignore"):
        wide, high = np.median(true[:, 2:], axis=0) / np.median(found[:, 2:], axis=0)
    if np.isfinite([wide, high]).all():
        what = f"of pictures {1 / wide:.3g} times as wide and {1 / high:.3g} times as high"
        stretched = ious_of_pairs(true, found * np.array([wide, high, wide, high]))
        fix = f"multiply x by {wide:.3g} and y by {high:.3g}"
        yield _Reading(what, "", fix, stretched, False)
    apart = true - found
    x, y = np.median(apart[:, :2] + apart[:, 2:] / 2, axis=0).round(1).tolist()
    what = f"moved by {-x:+g} in x and {-y:+g} in y"
    moved = ious_of_pairs(true, found + np.array([x, y, 0.0, 0.0]))
    yield _Reading(what, "", "take that off", moved, False)

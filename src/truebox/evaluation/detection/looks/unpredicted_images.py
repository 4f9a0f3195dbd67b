"""Images with objects and without a detection, more than chance leaves: the detector was not run on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox.evaluation.detection.looks.gained import gained
from truebox.evaluation.matches.judged import judged
from truebox.records import Finding
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Truth

__all__ = ["unpredicted_images"]

_WITHOUT = "W-301"
_FEWEST, _SHARE = 10, 0.05
_TIMES_CHANCE = 5


def unpredicted_images(result: Result, against: Callable[[Truth], Result]) -> Finding | None:
    """What to say (W-330) where images with objects have no detection, and hardly any would by chance.

    Were all images alike, and each object missed as often as in the others, a fifth as many would be so.

    Parameters
    ----------
    result : Result
        Of any geometry.
    against : callable
        Evaluates the same predictions against another truth.
    """
    overall, state, ground = result.metrics.get("AP"), result.state, result.ground
    if (
        ground is None
        or not overall
        or not any(each.code == _WITHOUT and each.count >= _FEWEST for each in result.warnings)
    ):
        return None
    columns = ground.columns
    counts = columns.ignored == 0
    objects = np.bincount(columns.image[counts & (columns.image >= 0)], minlength=len(state.images))
    predicted = np.zeros(len(state.images), dtype=bool)
    predicted[state.image] = True
    labelled = objects > 0
    absent, present = labelled & ~predicted, labelled & predicted
    many = int(np.count_nonzero(absent))
    if many < max(_FEWEST, _SHARE * np.count_nonzero(labelled)) or not present.any():
        return None
    right = np.count_nonzero(judged(result, len(state)).right)
    missed = 1 - min(0.999, right / objects[present].sum())
    by_chance = float((missed ** objects[labelled]).sum())
    if many < _TIMES_CHANCE * by_chance:
        return None
    kept = columns.rows[(columns.image >= 0) & ~absent[columns.image]]
    otherwise = against(take_truth(result.truth, np.sort(kept))).metrics["AP"]
    if not gained(otherwise, overall):
        return None
    return Finding(
        "W-330",
        f"{many:,} of {counted(int(np.count_nonzero(labelled)), 'image')} with objects have no detection "
        f"at all, where {max(1, round(by_chance)):,} or fewer would by chance: was the detector run on "
        f"them? Of the others alone AP is {otherwise:.4f} instead of {overall:.4f}",
        many,
    )

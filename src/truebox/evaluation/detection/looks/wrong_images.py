"""Images in which no confident detection is right, among others in which most are: images mixed up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.evaluation.matches.judged import judged
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.result import Result

__all__ = ["wrong_images"]

_MOST_ROWS = 200_000
_HIGH = 0.6
"""Above this AP hardly any image can be so."""
_AT_LEAST = 3
"""Confident detections in an image: of fewer, none is right by chance."""
_FEWEST, _SHARE = 10, 0.1
_TIMES_CHANCE = 5
_MOSTLY = 0.5
_SHOWN = 3


def wrong_images(result: Result) -> Finding | None:
    """What to say (W-323) where a tenth of the images have objects and three wrong detections, none right.

    In the others half of the confident detections must be right at the lowest IoU threshold, and by chance,
    were all images alike, a fifth as many images would be so.

    Parameters
    ----------
    result : Result
        Of any geometry.
    """
    state, ground, overall = result.state, result.ground, result.metrics.get("AP")
    if ground is None or overall is None or overall >= _HIGH or not 0 < len(state) <= _MOST_ROWS:
        return None
    seen = judged(result, _MOST_ROWS)
    if not seen.right.any():
        return None
    certain = seen.certain
    labelled = np.zeros(len(state.images), dtype=bool)
    labelled[ground.columns.image[ground.columns.image >= 0]] = True
    many = np.bincount(seen.image[certain], minlength=len(labelled))
    right = np.bincount(seen.image[certain & seen.right], minlength=len(labelled))
    looked_at = labelled & (many >= _AT_LEAST)
    none_right = looked_at & (right == 0)
    wrong, others = int(np.count_nonzero(none_right)), looked_at & (right > 0)
    if wrong < max(_FEWEST, _SHARE * np.count_nonzero(looked_at)) or not others.any():
        return None
    share = float(right[others].sum() / many[others].sum())
    by_chance = float(((1 - share) ** many[looked_at]).sum())
    if share < _MOSTLY or wrong < _TIMES_CHANCE * by_chance:
        return None
    shown = ", ".join(say(state.images[place]) for place in np.flatnonzero(none_right)[:_SHOWN].tolist())
    return Finding(
        "W-323",
        f"in {wrong:,} of {counted(int(looked_at.sum()), 'image')} with objects and {_AT_LEAST} confident "
        f"detections or more none of these is right ({shown}, ...), in the others {share:.0%} are: are these "
        "images mixed up with others, or their boxes written otherwise?",
        wrong,
    )

"""Images without any object in the truth that have as many confident detections as the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result

__all__ = ["unlabelled_images"]

_FEWEST = 10
_SHARE = 0.1
_AS_MANY = 0.5
_PRECISION = 0.6
"""Of confident detections elsewhere: a detector so often right finds little where there is nothing."""
_SHOWN = 3


def unlabelled_images(result: Result, seen: Judged) -> Finding | None:
    """What to say (W-320) where a tenth of the images has no object, yet half as many detections.

    Parameters
    ----------
    result : Result
        Of any geometry.
    seen : Judged
        Of the result.
    """
    state, ground = result.state, result.ground
    if ground is None or not seen.right.any():
        return None
    labelled = np.zeros(len(state.images) + 1, dtype=bool)  # the last of none
    labelled[ground.columns.image] = True
    labelled = labelled[:-1]
    empty = int(np.count_nonzero(~labelled))
    if empty < max(_FEWEST, _SHARE * len(labelled)) or empty == len(labelled):
        return None
    certain = seen.certain
    inside, right = labelled[seen.image[certain]], seen.right[certain]
    outside = int(np.count_nonzero(~inside))
    if outside < _FEWEST or right[inside].mean() < _PRECISION:
        return None
    there, elsewhere = outside / empty, np.count_nonzero(inside) / (len(labelled) - empty)
    if there < _AS_MANY * elsewhere:
        return None
    held = np.unique(seen.image[certain][~inside])[:_SHOWN]
    shown = ", ".join(say(state.images[place]) for place in held.tolist())
    return Finding(
        "W-320",
        f"{empty:,} of {counted(len(labelled), 'image')} have no object in {result.truth.source.name}, but "
        f"{there / elsewhere:.0%} as many confident detections as the others ({shown}, ...): are their "
        "annotations missing? Each of these detections counts as a false positive",
        empty,
    )

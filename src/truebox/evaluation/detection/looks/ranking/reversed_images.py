"""Images whose right detections have the lowest scores, among others where they have the highest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.records import Predictions
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["reversed_images"]

_HIGH = 0.9
"""Above this AP hardly any image can be so."""
_PAIRS = 6
"""Of a right and a wrong detection in an image: of fewer, chance ranks all of them the wrong way."""
_FEWEST, _SHARE = 10, 0.08
_REVERSED, _MIXED, _SORTED = 0.2, 0.6, 0.8
"""Share of those pairs in which the right one has the higher score."""
_APART = 2.0
"""So many times as many images are reversed as mixed: a bad ranking has the most in between."""
_BETTER = 1.05
_SHOWN = 3
_LOOKED_AT_FIRST = 300


def reversed_images(
    result: Result, seen: Judged, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-327) where the scores of some images are ranked the other way round, and of most not.

    Parameters
    ----------
    result : Result
        Of any geometry.
    seen : Judged
        Of the result.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall = result.metrics.get("AP")
    if not overall or overall >= _HIGH or seen.every != 1 or not len(seen.row):
        return None
    if not _in_some(seen):
        return None
    lowest, highest = float(seen.score.min()), float(seen.score.max())
    sorted_so, looked_at = _ranked_right(seen.score, seen.image, seen.right)
    apart = np.flatnonzero(looked_at & (sorted_so <= _REVERSED))
    mixed = int(np.count_nonzero(looked_at & (sorted_so > _REVERSED) & (sorted_so < _MIXED)))
    well = int(np.count_nonzero(looked_at & (sorted_so >= _SORTED)))
    held = int(np.count_nonzero(looked_at))
    if len(apart) < max(_FEWEST, _SHARE * held, _APART * mixed) or len(apart) >= well:
        return None
    chosen = np.zeros(len(result.state.images), dtype=bool)
    chosen[apart] = True
    rows = result.state.row[chosen[result.state.image]]
    scores = result.predictions.scores.copy()
    scores[rows] = lowest + highest - scores[rows]
    otherwise = evaluate_again(replace(result.predictions, scores=scores)).metrics["AP"]
    if not gained(otherwise, overall, times=_BETTER):
        return None
    shown = ", ".join(say(result.state.images[place]) for place in apart[:_SHOWN].tolist())
    return Finding(
        "W-327",
        f"in {len(apart):,} of {counted(held, 'image')} with right and wrong detections ({shown}, ...) the "
        f"right ones have the lowest scores, in most others the highest; AP would be {otherwise:.4f} instead "
        f"of {overall:.4f} if the scores of these images were reversed",
        len(apart),
    )


def _in_some(seen: Judged) -> bool:
    """Whether some images are so among those looked at first."""
    step = (int(seen.image.max()) + 1) // _LOOKED_AT_FIRST
    if step < 2:
        return True
    rows = np.flatnonzero(seen.image % step == 0)
    if not len(rows):
        return True
    sorted_so, looked_at = _ranked_right(seen.score[rows], seen.image[rows] // step, seen.right[rows])
    reversed_so = np.count_nonzero(looked_at & (sorted_so <= _REVERSED))
    return bool(reversed_so > _SHARE / 2 * np.count_nonzero(looked_at))


def _ranked_right(score: FloatArray, image: AnyArray, right: BoolArray) -> tuple[FloatArray, BoolArray]:
    """By image the share of its pairs of right and wrong that is ranked right, and which have enough."""
    count = int(image.max()) + 1
    order = np.lexsort((right, score, image))
    image, right = image[order], right[order]
    begins = np.searchsorted(image, np.arange(count))
    rank = np.arange(len(image)) - begins[image]
    rights = np.bincount(image[right], minlength=count)
    wrongs = np.bincount(image, minlength=count) - rights
    below = np.bincount(image[right], weights=rank[right], minlength=count) - rights * (rights - 1) / 2
    pairs = rights * wrongs
    return below / np.maximum(pairs, 1), pairs >= _PAIRS

"""No detection below a round score: predictions cut at a threshold, which AP does not want."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result

__all__ = ["no_low_scores"]

_LEAST = 0.1
"""Cut below this score, AP loses a few thousandths."""
_ROUND = 0.05
_CLOSE = 0.004
_NEAR = 0.1
_FEWEST, _SHARE = 20, 0.04
_STILL_RIGHT = 0.3
"""Of the lowest that are left: so far down a detector still finds objects."""
_MISSED = 0.1


def no_low_scores(result: Result, seen: Judged) -> Finding | None:
    """What to say (W-328) where scores begin at a round number, with many next to it that are right.

    Parameters
    ----------
    result : Result
        Of any geometry.
    seen : Judged
        Of the result.
    """
    if result.metrics.get("AP") is None or not seen.right.any() or result.truths == 0:
        return None
    if float(seen.score.min()) < _LEAST:
        return None
    scores = result.predictions.scores
    lowest, highest = float(scores.min()), float(scores.max())
    begin = round(lowest / _ROUND) * _ROUND
    if lowest < _LEAST or highest > 1 or not -1e-9 <= lowest - begin <= _CLOSE:
        return None
    near = seen.score < begin + _NEAR
    right = seen.right[near]
    if np.count_nonzero(near) < max(_FEWEST, _SHARE * len(near)) or right.mean() < _STILL_RIGHT:
        return None
    found = float(np.count_nonzero(seen.right)) * len(result.state) / len(seen.right) / result.truths
    if found > 1 - _MISSED:
        return None
    return Finding(
        "W-328",
        f"no detection has a score below {begin:.2f}, and {right.mean():.0%} of those below "
        f"{begin + _NEAR:.2f} are right: were the others cut off? {1 - found:.0%} of the objects are found "
        "by none, and each that a lower score would find raises AP",
    )

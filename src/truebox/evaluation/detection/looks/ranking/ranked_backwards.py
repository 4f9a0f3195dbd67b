"""Scores that rank detections the wrong way round or not at all, but for those that only miss an object."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.detection.looks.joined.located import located
from truebox.evaluation.matches.reversed_scores import reversed_scores

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.records import Finding

__all__ = ["ranked_backwards"]

_NEAR = 0.1
_NO_BETTER = "W-327"


def ranked_backwards(result: Result, seen: Judged) -> Finding | None:
    """What to say where scores are lower for right detections (W-315), or no better than chance (W-327).

    A detection that lies on an object and misses its threshold is wrong by its place, of which a score need
    not know: of a loose detector most that are wrong are so. The second is said only where scores do not
    tell detections that lie on nothing from right ones either.

    Parameters
    ----------
    result : Result
        Of any geometry; of shapes the boxes around them say what lies on what.
    seen : Judged
        Of the result.
    """
    said = reversed_scores(result, seen)
    if said is None or said.code != _NO_BETTER:
        return said
    held = located(result, seen, -np.inf, best=len(seen.row))
    if held is None:
        return said
    near = np.zeros(len(result.predictions), dtype=bool)
    near[held.row[held.overlaps()[0] >= _NEAR]] = True
    kept = seen.right | ~near[seen.row]
    away = seen._replace(
        row=seen.row[kept],
        image=seen.image[kept],
        category=seen.category[kept],
        score=seen.score[kept],
        right=seen.right[kept],
    )
    return reversed_scores(result, away)

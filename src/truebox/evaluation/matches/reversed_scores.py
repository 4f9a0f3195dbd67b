"""Scores that are lower where a detection is right, or tell nothing: distances, 1 - score, mixed up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.matches.judged import judged
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result

__all__ = ["reversed_scores"]

_FEWEST = 20
_WORSE_THAN_CHANCE = 0.4
_SURE = 4
"""Standard errors below chance."""
_NO_BETTER = 0.6
"""Two standard errors below this no detector ranks its own: the worst that were made reach .67."""
_MOST_ERROR, _MANY_WRONG = 0.04, 0.2
_ALL_EQUAL = "W-304"


def reversed_scores(result: Result, seen: Judged | None = None) -> Finding | None:
    """What to say (W-315) where a detection that is right has the lower score more often than not.

    Or that the score tells nothing (W-327), where it has the lower one as often, and a fifth are wrong.

    Of at most 10,000 detections, evenly taken (`seen`, where they are at hand), and pairs of one class: how
    often one that is right at the lowest IoU threshold has a higher score than one that is wrong, ties half
    (the area under the ROC curve).

    Examples
    --------
    >>> import warnings
    >>> from truebox.evaluation import evaluate
    >>> boxes = [[20 * n, 0, 20 * n + 9, 9] for n in range(60)]
    >>> truth = [{"boxes": boxes[:30], "labels": ["cat"] * 30}]
    >>> scores = [0.2] * 30 + [0.8] * 30
    >>> found = [{"boxes": boxes, "labels": ["cat"] * 60, "scores": scores}]
    >>> with warnings.catch_warnings(action="ignore"):
    ...     result = evaluate(truth, found)
    >>> reversed_scores(result).message[:60]
    'detections that are right have lower scores than others: of '
    """
    found = judged(result) if seen is None else seen
    score, category, right = found.score, found.category, found.right
    place = np.empty(len(score), dtype=np.int64)
    place[np.argsort(score)] = np.arange(len(score))
    order = np.argsort(category.astype(np.int64) * len(score) + place)
    score, category, right = score[order], category[order], right[order]
    new = np.append(True, (score[1:] != score[:-1]) | (category[1:] != category[:-1]))[: len(score)]
    of_row, first = np.cumsum(new) - 1, category[new]
    rights, wrongs = (np.bincount(of_row, weights=each) for each in (right, ~right))
    of_class = np.cumsum(np.append(False, first[1:] != first[:-1])[: len(first)])
    hits, misses = (np.bincount(of_class, weights=each) for each in (rights, wrongs))
    pairs = hits * misses
    if min(hits[pairs > 0].sum(), misses[pairs > 0].sum()) < _FEWEST:
        return None
    below = np.cumsum(wrongs) - wrongs - (np.cumsum(misses) - misses)[of_class]
    share = float((rights * (below + wrongs / 2)).sum() / pairs.sum())
    error = float(np.sqrt((pairs * (hits + misses + 1) / 12).sum()) / pairs.sum())
    if share > min(_WORSE_THAN_CHANCE, 0.5 - _SURE * error):
        return _no_better(result, found, share, error)
    message = (
        f"detections that are right have lower scores than others: of a right and a wrong one the right one "
        f"has the higher score in {share:.0%}; scores are taken as higher where more certain"
    )
    return Finding("W-315", message)


def _no_better(result: Result, seen: Judged, share: float, error: float) -> Finding | None:
    """What to say where scores rank detections no better than chance."""
    if error > _MOST_ERROR or share + 2 * error > _NO_BETTER or 1 - seen.right.mean() < _MANY_WRONG:
        return None
    if any(each.code == _ALL_EQUAL for each in result.warnings) or not result.metrics.get("AP"):
        return None
    message = (
        "scores do not tell right detections from wrong ones: of a right and a wrong one the right one has "
        f"the higher score in {share:.0%}, as by chance; AP ranks by scores: do they stand beside the wrong "
        "boxes?"
    )
    return Finding("W-327", message)

"""Whether equal scores may decide about a result: asked before what could say by how much is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.result import Result

__all__ = ["ties_may_matter"]

# The range of larger results is for those who ask: it takes about as long as their evaluation.
_MOST_DETECTIONS = 50_000
_EQUAL_SCORES = "W-304"
_QUIRK_OF_TIES = "Q8 "


def ties_may_matter(result: Result, *, of_content: bool = False) -> bool:
    """Whether all scores are equal or the quirk of ties changed a number, in a result that is not too large.

    With `of_content` also where the content of the boxes decides, as in corrected mode, and any two scores
    of a class are equal: another order could give another number.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> ties_may_matter(evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    False
    """
    if len(result.predictions) > _MOST_DETECTIONS:
        return False
    if of_content and result.mode == "corrected" and Quirk.TIE_ORDER in result.state.mended:
        return _any_tied(result)
    return any(
        finding.code == _EQUAL_SCORES or finding.message.startswith(_QUIRK_OF_TIES)
        for finding in result.warnings
    )


def _any_tied(result: Result) -> bool:
    order = np.lexsort((result.state.score, result.state.category))
    score, category = result.state.score[order], result.state.category[order]
    return bool(((score[1:] == score[:-1]) & (category[1:] == category[:-1])).any())

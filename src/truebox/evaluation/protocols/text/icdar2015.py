"""ICDAR 2015, incidental text: quadrilaterals at IoU above one half; precision, recall and hmean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.text.close_calls import close_overlaps
from truebox.evaluation.protocols.text.outlines import met_pairs
from truebox.evaluation.protocols.text.text_rules import as_settled, text_protocol
from truebox.evaluation.states.quirks import Quirk, QuirkEntry

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.typing import FloatArray

__all__ = ["PROTOCOL", "ranked_precision"]

_HALF = 0.5

FIRST_FIT = QuirkEntry(1, Quirk.FIRST_FIT, "a word takes the first detection that fits, not the best", "X")


def _settle(case: Case, matched: Matched) -> Matched:
    """Word after word takes the first detection that is left, at more than half.

    The competition's script puts the detections of an image in the order of their confidences where it is
    given these, and leaves them in that of the file where it is not.
    """
    count = len(case.predictions)
    assert case.uncounted is not None
    pairs = met_pairs(case)
    neutral = case.uncounted[pairs.true] != 0
    ignored = np.zeros(count, dtype=bool)
    each = close_overlaps(pairs, (_HALF,), outlined=True)
    ignored[pairs.found[neutral & (each.of_found > _HALF)]] = True
    iou = each.iou
    fits = np.flatnonzero(~neutral & ~ignored[pairs.found] & (iou > _HALF))
    first = pairs.true[fits] != np.roll(pairs.true[fits], 1)  # pairs stand word by word
    first[:1] = False
    fits = fits[np.lexsort((-case.predictions.scores[pairs.found[fits]], first.cumsum()))]
    if Quirk.FIRST_FIT in matched.state.mended:
        fits = fits[np.argsort(-iou[fits], kind="stable")]
    partners = np.full(count, -1, dtype=np.int64)
    taken = np.zeros(len(case.truth), dtype=bool)
    for found, true in zip(pairs.found[fits].tolist(), pairs.true[fits].tolist(), strict=True):
        if partners[found] < 0 and not taken[true]:
            partners[found] = true
            taken[true] = True
    hit = partners >= 0
    values = np.stack([hit, hit, ~ignored], axis=1).astype(np.float64)
    return as_settled(matched, hit, ignored, values, partners)


def ranked_precision(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The mean, over all words, of the precision at the score at which each is found; 0 where it is not.

    Undefined for several detections of one score: they are not ranked.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9, 0.8]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[False], [True]]), false=np.array([[True], [False]]), truths=2, images=1)
    >>> ranked_precision([one]).tolist()
    [0.25]
    """
    values = np.full(len(classes), np.nan)
    for k, each in enumerate(classes):
        if each.truths <= 0 or (len(each.score) > 1 and each.score[0] == each.score[-1]):
            continue
        there = each.at(0)
        values[k] = float(there.precision()[there.hit[:, 0]].sum()) / each.truths
    return values


PROTOCOL = text_protocol(
    "icdar2015",
    "ICDAR 2015",
    "the Robust Reading Competition's script, as in MhLiao/DB (65ca77a)",
    settle=_settle,
    ranked=ranked_precision,
    why_unranked="all detections have one score, so that none comes before another",
    overlap=_HALF,
    overlap_said="IoU above 0.5",
    reported=(FIRST_FIT,),
)

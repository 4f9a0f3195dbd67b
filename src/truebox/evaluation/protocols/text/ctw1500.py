"""SCUT-CTW1500: curves of fourteen corners at IoU above one half, detections in the order of their files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.text.best_once import settled_by_best
from truebox.evaluation.protocols.text.close_calls import close_overlaps
from truebox.evaluation.protocols.text.outlines import met_pairs, outlines_of
from truebox.evaluation.protocols.text.rings import rings_of
from truebox.evaluation.protocols.text.text_rules import text_protocol

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray

__all__ = ["PROTOCOL", "filed_area"]

_HALF = 0.5


def _settle(case: Case, matched: Matched) -> Matched:
    """A detection that crosses itself does not count; a word that does is never found."""
    assert case.uncounted is not None
    pairs = met_pairs(case)
    crossed_found, crossed_true = _crossed(case.predictions), _crossed(case.truth)
    iou = close_overlaps(pairs, (_HALF,)).iou
    iou = np.where(crossed_true[pairs.true] | crossed_found[pairs.found], -1.0, iou)
    return settled_by_best(
        matched, pairs, iou, iou > _HALF, neutral=case.uncounted != 0, ignored=crossed_found
    )


def _crossed(side: Truth | Predictions) -> BoolArray:
    outlines, known = outlines_of(side)
    crossed: BoolArray = known & ~rings_of(outlines, np.arange(len(side)))
    return crossed


def filed_area(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The area under the envelope of precision over recall, detections in the order of their files.

    That is the order of images, and of the lines of each.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.ones(2), image=np.zeros(2, np.int32), row=np.array([1, 0]),
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]), truths=2, images=1)
    >>> filed_area([one]).tolist()
    [0.25]
    """
    areas = np.full(len(classes), np.nan)
    for k, each in enumerate(classes):
        if each.truths <= 0:
            continue
        there = each.at(0)
        hit = there.hit[np.lexsort((there.row, there.image)), 0]
        precision = np.cumsum(hit) / np.arange(1, len(hit) + 1)
        envelope = np.maximum.accumulate(precision[::-1])[::-1]
        recall = np.concatenate([[0.0], np.cumsum(hit) / each.truths])
        areas[k] = float(np.sum(np.diff(recall) * envelope))
    return areas


PROTOCOL = text_protocol(
    "ctw1500",
    "SCUT-CTW1500",
    "voc_eval_polygon.py of Yuliang-Liu/Curve-Text-Detector (2126a66)",
    settle=_settle,
    ranked=filed_area,
    why_unranked="there is no word to be read",
    overlap=_HALF,
    overlap_said="IoU above 0.5",
    keeps_crossed=True,
)

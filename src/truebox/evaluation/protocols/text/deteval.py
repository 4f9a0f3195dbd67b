"""DetEval, as ICDAR 2013 has it: a word found by one detection or by several, or several words by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.text.close_calls import close_overlaps
from truebox.evaluation.protocols.text.image_credits import ImageShares, credited
from truebox.evaluation.protocols.text.outlines import met_pairs
from truebox.evaluation.protocols.text.text_rules import as_settled, text_protocol

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.typing import FloatArray

__all__ = ["PROTOCOL"]

_OF_TRUTH, _OF_FOUND = 0.8, 0.4


def _settle(case: Case, matched: Matched) -> Matched:
    """Image after image: pairs that are alone, then splits, then merges."""
    assert case.uncounted is not None
    pairs = met_pairs(case)
    each = close_overlaps(pairs, (_OF_TRUTH, _OF_FOUND))
    neutral = case.uncounted != 0
    count = len(case.predictions)
    ignored = np.zeros(count, dtype=bool)
    ignored[pairs.found[neutral[pairs.true] & (each.of_found > _OF_FOUND)]] = True
    values, partners = np.zeros((count, 2)), np.full(count, -1, dtype=np.int64)
    image = case.alignment.predicted_image[pairs.found].astype(np.int64)
    cell = image * max(len(case.alignment.categories), 1) + case.alignment.predicted_category[pairs.found]
    bounds = [0, *(np.flatnonzero(np.diff(cell)) + 1).tolist(), len(cell)] if len(cell) else []
    for first, end in pairwise(bounds):
        found, columns = np.unique(pairs.found[first:end], return_inverse=True)
        true, rows = np.unique(pairs.true[first:end], return_inverse=True)
        of_true, of_found = np.zeros((2, len(true), len(found)))
        of_true[rows, columns] = each.of_true[first:end]
        of_found[rows, columns] = each.of_found[first:end]
        sides = ImageShares(
            of_true=of_true,
            of_found=of_found,
            counting_true=~neutral[true],
            counting_found=~ignored[found],
            true_corners=pairs.true_corners[true].reshape(len(true), -1, 2),
            found_corners=pairs.found_corners[found].reshape(len(found), -1, 2),
        )
        values[found], partner = credited(sides, _OF_TRUTH, _OF_FOUND)
        partners[found] = np.where(partner >= 0, true[partner], -1)
    hit = values[:, 0] > 0
    values = np.concatenate([values, ~ignored[:, None]], axis=1)
    # Further pieces of a word are neither right nor false in tables: a word is found once.
    return as_settled(matched, hit, ignored | ((partners >= 0) & ~hit), values, partners)


def _unranked(classes: Sequence[ClassOutcomes]) -> FloatArray:
    return np.full(len(classes), np.nan)


PROTOCOL = text_protocol(
    "deteval",
    "DetEval of ICDAR 2013",
    "the Robust Reading Competition's script, as in MhLiao/DB (65ca77a)",
    settle=_settle,
    ranked=_unranked,
    why_unranked="DetEval has no AP: it does not rank detections",
    overlap=_OF_FOUND,
    overlap_said="0.8 of the word and 0.4 of the detection shared",
)

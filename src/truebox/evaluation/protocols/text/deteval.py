"""DetEval, as ICDAR 2013 has it: a word found by one detection or by several, or several words by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.text.close_calls import close_overlaps
from truebox.evaluation.protocols.text.image_credits import credited
from truebox.evaluation.protocols.text.outlines import cells_of, met_pairs
from truebox.evaluation.protocols.text.text_rules import as_settled, text_protocol, unranked

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case

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
    values, partners = credited(
        pairs, cells_of(case, pairs), each, (_OF_TRUTH, _OF_FOUND), (~neutral, ~ignored)
    )
    hit = values[:, 0] > 0
    values = np.concatenate([values, ~ignored[:, None]], axis=1)
    # Further pieces of a word are neither right nor false in tables: a word is found once.
    return as_settled(matched, hit, ignored | ((partners >= 0) & ~hit), values, partners)


PROTOCOL = text_protocol(
    "deteval",
    "DetEval of ICDAR 2013",
    "the Robust Reading Competition's script, as in MhLiao/DB (65ca77a)",
    settle=_settle,
    ranked=unranked,
    why_unranked="DetEval has no AP: it does not rank detections",
    overlap=_OF_FOUND,
    overlap_said="0.8 of the word and 0.4 of the detection shared",
)

"""Total-Text: DetEval on polygons of any number of corners, at 0.7 of the word and 0.6 of the detection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.text.close_calls import close_overlaps
from truebox.evaluation.protocols.text.outlines import MetPairs, cells_of, met_pairs
from truebox.evaluation.protocols.text.polygon_credits import OF_FOUND, polygon_credited
from truebox.evaluation.protocols.text.text_rules import as_settled, text_protocol, unranked

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.typing import BoolArray

__all__ = ["PROTOCOL", "excused"]

_HALF, _DIGITS = 0.5, 2
_ROUNDED_UP = tuple(np.arange(0.005, 1, 0.01).tolist())
"""Where two digits change."""


def excused(pairs: MetPairs, neutral: BoolArray, count: int) -> BoolArray:
    """Which detections lie by more than half in a word that is not to be read; one pixel is added to them."""
    ignored = np.zeros(count, dtype=bool)
    within = pairs.shared / (pairs.found_area + 1.0)
    ignored[pairs.found[neutral[pairs.true] & (within > _HALF)]] = True
    return ignored


def _settle(case: Case, matched: Matched) -> Matched:
    """Image after image: pairs, then words in pieces, then several words in one detection."""
    assert case.uncounted is not None
    pairs, neutral = met_pairs(case), case.uncounted != 0
    count = len(case.predictions)
    ignored = excused(pairs, neutral, count)
    pairs = pairs.where(~neutral[pairs.true] & ~ignored[pairs.found])
    each = close_overlaps(pairs, _ROUNDED_UP)
    of_true, of_found = np.round(each.of_true, _DIGITS), np.round(each.of_found, _DIGITS)
    values, partners = polygon_credited(pairs, cells_of(case, pairs), of_true, of_found, count)
    hit = values[:, 0] > 0
    values = np.concatenate([values, ~ignored[:, None]], axis=1)
    # Further pieces of a word are neither right nor false in tables: a word is found once.
    return as_settled(matched, hit, ignored | ((partners >= 0) & ~hit), values, partners)


PROTOCOL = text_protocol(
    "total_text",
    "Total-Text (DetEval on polygons)",
    "Deteval.py of cs-chan/Total-Text-Dataset (9e8ff0a)",
    settle=_settle,
    ranked=unranked,
    why_unranked="DetEval has no AP: it does not rank detections",
    overlap=OF_FOUND,
    overlap_said="0.7 of the word and 0.6 of the detection shared",
    keeps_crossed=True,
    y_first=True,
)

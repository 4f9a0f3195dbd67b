"""Total-Text by IoU: each detection has the word it overlaps most, from one half on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.text.best_once import settled_by_best
from truebox.evaluation.protocols.text.outlines import mended_areas, met_pairs
from truebox.evaluation.protocols.text.text_rules import text_protocol, unranked
from truebox.evaluation.protocols.text.total_text import excused

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case

__all__ = ["PROTOCOL"]

_HALF = 0.5


def _settle(case: Case, matched: Matched) -> Matched:
    """In the order of files; the union is a pixel larger than it is."""
    assert case.uncounted is not None
    pairs, neutral = met_pairs(case), case.uncounted != 0
    ignored = excused(pairs, neutral, len(case.predictions))
    found, true = mended_areas(pairs)
    iou = np.where(neutral[pairs.true], -1.0, pairs.shared / (found + true - pairs.shared + 1.0))
    return settled_by_best(matched, pairs, iou, iou >= _HALF, neutral=np.zeros_like(neutral), ignored=ignored)


PROTOCOL = text_protocol(
    "total_text_iou",
    "Total-Text (IoU)",
    "Pascal_VOC.py of cs-chan/Total-Text-Dataset (9e8ff0a)",
    settle=_settle,
    ranked=unranked,
    why_unranked="the kit does not rank detections",
    overlap=_HALF,
    overlap_said="IoU 0.5",
    keeps_crossed=True,
    y_first=True,
)

"""Detections in the order of their files, each with the word it overlaps most, which only the first gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.text.text_rules import as_settled

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocols.text.outlines import MetPairs
    from truebox.typing import BoolArray, FloatArray

__all__ = ["settled_by_best"]


def settled_by_best(
    matched: Matched,
    pairs: MetPairs,
    iou: FloatArray,
    fits: BoolArray,
    *,
    neutral: BoolArray,
    ignored: BoolArray,
) -> Matched:
    """What was matched, with the outcome of every detection.

    Parameters
    ----------
    matched : Matched
        As matching left it; every outcome is replaced.
    pairs : MetPairs
        What overlaps.
    iou, fits : arrays [P]
        By what pairs are compared, and which of them suffice; the first word of equal ones is the best.
    neutral : bool array
        Truths that excuse whatever has them for its best.
    ignored : bool array
        Detections that do not count, whatever they overlap.
    """
    count = len(ignored)
    order = np.lexsort((pairs.true, -iou, pairs.found))
    found, places = np.unique(pairs.found[order], return_index=True)
    best = order[places]
    suffices = fits[best] & ~ignored[found]
    found, true = found[suffices], pairs.true[best[suffices]]
    ignored = ignored.copy()
    ignored[found[neutral[true]]] = True
    found, true = found[~neutral[true]], true[~neutral[true]]
    _, first = np.unique(true, return_index=True)
    partners = np.full(count, -1, dtype=np.int64)
    partners[found[first]] = true[first]
    hit = partners >= 0
    values = np.stack([hit, hit, ~ignored], axis=1).astype(np.float64)
    return as_settled(matched, hit, ignored, values, partners)

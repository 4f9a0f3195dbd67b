"""Which truth each prediction overlaps most: its IoU is written, and what both share is shaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["BestPair", "best_pairs"]


@dataclass(frozen=True, slots=True)
class BestPair:
    """Row of a prediction, row of its truth, and how much they overlap."""

    prediction: int
    truth: int
    overlap: float


def best_pairs(
    overlap: FloatArray,
    truth_classes: Sequence[Any] | None = None,
    predicted_classes: Sequence[Any] | None = None,
) -> list[BestPair]:
    """For each prediction the truth it overlaps most, if it overlaps any.

    Parameters
    ----------
    overlap : array [N, M]
        Of N predictions with M truths.
    truth_classes, predicted_classes : sequences [M], [N], optional
        Where both are given, only truths of the prediction's own class count. Two predictions may share a
        truth: this is what overlaps, not what an evaluation matches.

    Examples
    --------
    >>> best_pairs(np.array([[0.1, 0.8], [0.0, 0.0]]))
    [BestPair(prediction=0, truth=1, overlap=0.8)]
    """
    values = overlap
    if truth_classes is not None and predicted_classes is not None:
        same = [[mine == other for other in truth_classes] for mine in predicted_classes]
        values = np.where(np.array(same, bool).reshape(overlap.shape), overlap, 0.0)
    if not values.size:
        return []
    best = values.argmax(axis=1)
    found = values[np.arange(len(values)), best]
    return [BestPair(row, int(best[row]), float(found[row])) for row in np.flatnonzero(found > 0).tolist()]

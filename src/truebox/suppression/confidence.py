"""How sure a fused box is, from the scores of those that went into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox.suppression.arguments import as_choice

if TYPE_CHECKING:
    from truebox.suppression.pooling import Pool
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Confidence", "agreement", "as_confidence"]

Confidence = Literal[
    "average",
    "maximum",
    "box_and_model_average",
    "absent_model_aware_average",
    "avg",
    "max",
    "box_and_model_avg",
    "absent_model_aware_avg",
]
_CONFIDENCES = ("average", "maximum", "box_and_model_average", "absent_model_aware_average")
_ORIGINAL_NAMES = dict(
    zip(("avg", "max", "box_and_model_avg", "absent_model_aware_avg"), _CONFIDENCES, strict=True)
)
"""What ensemble-boxes calls them."""


def as_confidence(confidence: Confidence) -> str:
    """The rule of this name, ours or that of ensemble-boxes.

    Examples
    --------
    >>> as_confidence("avg")
    'average'
    """
    named = _ORIGINAL_NAMES.get(confidence, confidence) if isinstance(confidence, str) else confidence
    return as_choice(named, _CONFIDENCES, "confidence")


def agreement(
    pool: Pool, clusters: Int64Array, counts: Int64Array, *, rule: str, single: bool, allow_overflow: bool
) -> FloatArray:
    """What the score of each cluster is multiplied by [K].

    Parameters
    ----------
    pool : Pool
        What was fused.
    clusters : int64 array [N]
        The cluster of each box of the pool.
    counts : int64 array [K]
        How many boxes are in each.
    rule : str
        As `as_confidence` gives it.
    single : bool
        Round sums of weights to single precision, as ensemble-boxes does.
    allow_overflow : bool
        Count boxes, not at most the models.
    """
    models, total = len(pool.weights), pool.weights.sum()
    factors: FloatArray
    if rule == "maximum":
        factors = np.full(counts.shape, 1 / pool.weights.max(initial=1e-300))
    elif rule == "average":
        factors = (counts if allow_overflow else np.minimum(counts, models)) / total
    else:
        of_boxes = np.bincount(clusters, weights=pool.weights[pool.models], minlength=len(counts))
        if single:
            of_boxes = np.where(counts > 1, of_boxes.astype(np.float32), of_boxes)
        pairs = np.unique(clusters * models + pool.models)
        present = np.bincount(pairs // models, weights=pool.weights[pairs % models], minlength=len(counts))
        if rule == "box_and_model_average":
            factors = counts / of_boxes * (present / total)
        else:
            factors = counts / (of_boxes + (total - present))
    return factors

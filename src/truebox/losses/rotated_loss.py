"""What every loss of rotated boxes does beside its formula: angles, weights, and the reduction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebox.losses.conditioning import Limits, conditioned
from truebox.losses.reduction import check_same_shape, reduced
from truebox.overlap.pairs.number_rows import ROTATED
from truebox.overlap.pairs.rotation import Rotation
from truebox.overlap.pairs.row_pairs import RowOptions, pair_rows

__all__ = ["rotated_loss"]


def rotated_loss(
    measure: Callable[..., Any],
    prediction: Any,
    target: Any,
    *,
    limits: Limits,
    rotation: Rotation,
    reduction: str,
    weights: Any,
) -> Any:
    """One less the measure of each pair, weighted and reduced, in the dtype of the boxes.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    """
    check_same_shape(prediction, target)
    options = RowOptions(columns=ROTATED, rotation=rotation, pairwise=False, names=("prediction", "target"))
    pairs = pair_rows(prediction, target, options)
    losses = 1 - conditioned(pairs, limits).measure(measure)
    return pairs.answer(reduced(losses, reduction, weights))

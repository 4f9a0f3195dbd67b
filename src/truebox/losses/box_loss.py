"""What every loss does beside its formula: boxes of any library, weights, and the reduction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from truebox.arrays import library_of
from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError
from truebox.formulas import quotient
from truebox.overlap.box_pairs import BoxPairs, PairOptions, pair_boxes

__all__ = ["LossOptions", "Reduction", "box_loss"]

Reduction: TypeAlias = Literal["none", "mean", "sum"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LossOptions:
    """What every loss takes beside the boxes; see `truebox.losses.iou_loss`."""

    box_format: str
    reduction: str
    weights: Any
    image_size: Sequence[float] | None = None
    in_pixels: bool = True


def box_loss(loss_of: Callable[[BoxPairs], Any], prediction: Any, target: Any, options: LossOptions) -> Any:
    """The loss of each pair, weighted and reduced, in the dtype of the boxes.

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    """
    if options.reduction not in ("none", "mean", "sum"):
        raise ArgumentError(f"reduction is {options.reduction!r}; expected 'none', 'mean' or 'sum'")
    how = PairOptions(
        layout=as_box_format(options.box_format),
        pixels="continuous",
        image_size=options.image_size,
        pairwise=False,
        in_pixels=options.in_pixels,
        names=("prediction", "target"),
    )
    _check_shapes(prediction, target)
    pairs = pair_boxes(prediction, target, how)
    return pairs.answer(_reduced(pairs, loss_of(pairs), options.reduction, options.weights))


def _check_shapes(prediction: Any, target: Any) -> None:
    shapes = [
        library_of(boxes).shape(boxes) if hasattr(boxes, "shape") else np.shape(boxes)
        for boxes in (prediction, target)
    ]
    if shapes[0] is None or shapes[1] is None:
        return
    known = [pair for pair in zip(*shapes, strict=False) if None not in pair]
    if len(shapes[0]) != len(shapes[1]) or any(one != other for one, other in known):
        raise ArgumentError(
            f"prediction has shape {shapes[0]} and target {shapes[1]}; a loss compares box with box, so "
            "both must be the same"
        )


def _reduced(pairs: BoxPairs, loss: Any, reduction: str, weights: Any) -> Any:
    xp = pairs.library.xp
    counts = xp.ones_like(loss)
    if weights is not None:
        if library_of(weights).name == "numpy":
            weights = pairs.library.from_numpy(np.asarray(weights), loss)
        counts = pairs.library.cast(weights, pairs.computed) * counts
        loss = loss * counts
    if reduction == "none":
        return loss
    total = xp.sum(loss)
    return total if reduction == "sum" else quotient(xp, total, xp.sum(counts))

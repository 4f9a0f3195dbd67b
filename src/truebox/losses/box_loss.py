"""What every loss of boxes does beside its formula: boxes of any library, weights, and the reduction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from truebox.boxes.box_format import as_box_format
from truebox.losses.reduction import Reduction, check_same_shape, reduced
from truebox.overlap.pairs.box_pairs import BoxPairs, PairOptions, pair_boxes

__all__ = ["LossOptions", "Reduction", "box_loss"]


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
    how = PairOptions(
        layout=as_box_format(options.box_format),
        pixels="continuous",
        image_size=options.image_size,
        pairwise=False,
        in_pixels=options.in_pixels,
        names=("prediction", "target"),
    )
    check_same_shape(prediction, target)
    pairs = pair_boxes(prediction, target, how)
    return pairs.answer(reduced(loss_of(pairs), options.reduction, options.weights))

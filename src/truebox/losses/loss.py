"""What every loss does beside its formula: boxes of any library, weights, and the reduction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from truebox._lazily import deferred
from truebox.arrays import library_of
from truebox.boxes.box_array import without_objects
from truebox.boxes.box_format import as_box_format
from truebox.boxes.rotated.rotation import as_rotation
from truebox.losses.conditioning import Limits, conditioned
from truebox.losses.opening import closed_and_pull, is_surely_open
from truebox.losses.reduction import answered, check_same_shape, reduced
from truebox.overlap.measure import BoxMeasure
from truebox.overlap.pairs.box_pairs import BoxPairs, PairOptions, pair_boxes
from truebox.overlap.pairs.number_rows import ROTATED
from truebox.overlap.pairs.row_pairs import RowOptions, pair_rows

if TYPE_CHECKING:
    from truebox.losses import on_tensors
else:
    on_tensors = deferred("truebox.losses.on_tensors")  # of the extra "torch"; only its tensors need it

__all__ = ["LossOptions", "RotatedLoss", "box_loss", "measure_loss"]


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
    prediction = without_objects(prediction, how.layout, how.names[0])
    target = without_objects(target, how.layout, how.names[1])
    check_same_shape(prediction, target)
    pairs = pair_boxes(prediction, target, how)
    if pairs.scale is None and is_surely_open(pairs.library, prediction, how):
        losses = loss_of(pairs)
    else:
        closed, pull = closed_and_pull(pairs)
        losses = loss_of(closed) + pull
    return answered(pairs, losses, options.reduction, options.weights)


def measure_loss(  # noqa: PLR0917  in the order of every loss, which has them by name
    measure: BoxMeasure,
    prediction: Any,
    target: Any,
    box_format: str,
    reduction: str,
    weights: Any,
    image_size: Sequence[float] | None,
    **lengths: float,
) -> Any:
    """One less the measure of each pair; `lengths` are parameters of its formula."""
    options = LossOptions(
        box_format=box_format,
        reduction=reduction,
        weights=weights,
        image_size=image_size,
        in_pixels=measure.in_pixels,
    )
    if library_of(prediction).is_plain_pair(prediction, target):
        loss = _on_tensors(measure, prediction, target, options, lengths)
        if loss is not None:
            return loss
    return box_loss(lambda pairs: 1 - pairs.measure(measure.formula, **lengths), prediction, target, options)


def _on_tensors(
    measure: BoxMeasure, prediction: Any, target: Any, options: LossOptions, lengths: Mapping[str, float]
) -> Any | None:
    """As `measure_loss`, in one pass over the boxes; None for what that does not take."""
    layout = as_box_format(options.box_format)
    if options.reduction not in ("none", "mean", "sum") or (layout.is_relative and options.in_pixels):
        return None
    if not all(isinstance(length, (int, float)) for length in lengths.values()):
        return None
    weighted = options.weights is not None

    def formula(one: Any, other: Any) -> Any:
        how = replace(options, reduction="none", weights=None) if weighted else options
        return box_loss(lambda pairs: 1 - pairs.measure(measure.formula, **lengths), one, other, how)

    question = on_tensors.LossQuestion(
        measure=measure.formula.__name__,
        box_format=layout.value,
        length=_length(**lengths),
        reduction="none" if weighted else options.reduction,
        formula=formula,
    )
    loss = on_tensors.pair_losses(prediction, target, question)
    if loss is None or not weighted:
        return loss
    return reduced(loss, options.reduction, options.weights)


def _length(constant: float = 1.0, image_width: float = 0.0, image_height: float = 0.0) -> float:
    """The number of a formula that its kernel is told: the squared diagonal of the image, or the constant."""
    return (image_width * image_width + image_height * image_height) or constant


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatedLoss:
    """One less a measure of rotated boxes, within the limits that it bears."""

    formula: Callable[..., Any]
    limits: Limits

    def of(  # noqa: PLR0917  in the order of every loss, which has them by name
        self, prediction: Any, target: Any, unit: str, direction: str, reduction: str, weights: Any
    ) -> Any:
        """The loss of each pair, weighted and reduced, in the dtype of the boxes."""
        rotation = as_rotation(unit, direction)
        check_same_shape(prediction, target, len(ROTATED))
        names = ("prediction", "target")
        options = RowOptions(columns=ROTATED, rotation=rotation, pairwise=False, names=names)
        pairs = pair_rows(prediction, target, options)
        losses = 1 - conditioned(pairs, self.limits).measure(self.formula)
        return answered(pairs, losses, reduction, weights)

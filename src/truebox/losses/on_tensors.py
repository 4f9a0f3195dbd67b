"""Losses of plain PyTorch tensors in one pass, and their gradients in another; loaded for such tensors only.

The formulas take fifteen operations and more, and PyTorch as many again to differentiate them. Here one
kernel has the values and one the slopes, with the bits of both. Inverse tangents, roots, exponentials and
powers are PyTorch's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from truebox._native import losses as native
from truebox.arrays import library_of

__all__ = ["LossQuestion", "pair_losses"]

# Of so many a mean divides by a number that float32 holds.
_MOST = 2**24
_FOURTH = 4.0  # the power in SIoU's shape


class LossQuestion(NamedTuple):
    """A loss of boxes, and what its kernel is told."""

    measure: str
    box_format: str
    length: float
    reduction: str
    formula: Callable[[Any, Any], Any]
    """The same loss by operations that PyTorch differentiates, as often as it likes."""


def pair_losses(prediction: Any, target: Any, question: LossQuestion) -> Any | None:
    """The loss of tensors that `ArrayLibrary.is_plain_pair` accepts; None where boxes must be scaled first.

    Examples
    --------
    >>> a, b = torch.tensor([[0.0, 0.0, 4.0, 4.0]]), torch.tensor([[0.0, 0.0, 4.0, 2.0]])
    >>> pair_losses(a, b, LossQuestion("iou", "xyxy", 1.0, "mean", lambda a, b: a.sum()))
    tensor(0.5000)
    """
    count = prediction.numel() // 4
    if count > _MOST:
        return None
    sides = _view(prediction), _view(target)
    curves: Any = None
    made = _CURVES.get(question.measure)
    if made is not None:
        arguments = native.loss_arguments(question.measure, *sides, question.box_format)
        if arguments is None:
            return None
        curves = np.empty((made.curves, count), arguments.dtype)
        with torch.no_grad():
            made.fill(torch.from_numpy(arguments), torch.from_numpy(curves), question.length)
    values = native.loss_values(question.measure, *sides, question.box_format, question.length, curves)
    if values is None:
        return None
    loss = torch.from_numpy(values)
    if question.reduction == "none":
        if prediction.dim() > 2:
            loss = loss.view(prediction.shape[:-1])
    else:
        loss = torch.sum(loss)
        if question.reduction == "mean":
            loss = loss / count
    if not torch.is_grad_enabled() or not (prediction.requires_grad or target.requires_grad):
        return loss
    return _PairLosses.apply(prediction, target, (loss, curves), question)  # type: ignore[no-untyped-call]


class _PairLosses(torch.autograd.Function):
    """What `pair_losses` found, with its gradient."""

    @staticmethod
    def forward(
        ctx: Any, prediction: Any, target: Any, found: tuple[Any, Any], question: LossQuestion
    ) -> Any:
        ctx.save_for_backward(prediction, target)
        loss, ctx.curves = found  # not an argument itself, which would be taken for a view of it
        ctx.question = question
        return loss

    @staticmethod
    def backward(ctx: Any, slope: Any) -> Any:
        prediction, target = ctx.saved_tensors
        needed = ctx.needs_input_grad[:2]
        question = ctx.question
        upstream = None if torch.is_grad_enabled() else _numbers(slope)
        if upstream is None or slope.dtype is not prediction.dtype:
            return *_differentiated(prediction, target, slope, question, needed), None, None
        found = native.loss_slopes(
            question.measure,
            _view(prediction),
            _view(target),
            question.box_format,
            question.length,
            ctx.curves,
            np.ascontiguousarray(upstream) if upstream.ndim else upstream.item(),
            prediction.numel() // 4 if question.reduction == "mean" else 1,
            *needed,
        )
        return *(None if each is None else torch.from_numpy(each) for each in found), None, None


def _differentiated(
    prediction: Any, target: Any, slope: Any, question: LossQuestion, needed: tuple[bool, bool]
) -> tuple[Any, Any]:
    """The gradients by the formula: where they are differentiated again, or not of plain memory."""
    again = torch.is_grad_enabled()
    with torch.enable_grad():
        # Views, so that each side has a gradient of its own where both are one tensor.
        sides = tuple(
            side.view_as(side) if again else side.detach().requires_grad_(need)
            for side, need in zip((prediction, target), needed, strict=True)
        )
        loss = question.formula(*sides)
    wanted = [side for side, need in zip(sides, needed, strict=True) if need]
    found = iter(torch.autograd.grad(loss, wanted, slope, create_graph=again))
    first, second = (next(found) if need else None for need in needed)
    return first, second


def _numbers(slope: Any) -> Any | None:
    """The slope for NumPy; None where it is none of plain memory."""
    try:
        return library_of(slope).values_in_memory(slope)
    except RuntimeError:  # many gradients at once (`is_grads_batched`) are a tensor without memory
        return None


def _view(boxes: Any) -> Any:
    return np.ascontiguousarray(boxes.detach().numpy())


class _Curves(NamedTuple):
    curves: int
    fill: Callable[[Any, Any, float], None]


def _angles(arguments: Any, curves: Any, _length: float) -> None:
    torch.arctan2(arguments[0], arguments[1], out=curves[0])
    torch.arctan2(arguments[2], arguments[3], out=curves[1])


def _decays(arguments: Any, curves: Any, _length: float) -> None:
    for k in range(4):
        torch.exp(arguments[k], out=curves[k])
    for k in (2, 3):
        torch.pow(1 - curves[k], _FOURTH, out=curves[k + 2])


def _likeness(arguments: Any, curves: Any, length: float) -> None:
    root = torch.sqrt(arguments[0], out=curves[0])
    torch.exp(-(root * arguments[1]) / length, out=curves[1])


_CURVES = {"ciou": _Curves(2, _angles), "siou": _Curves(6, _decays), "nwd": _Curves(2, _likeness)}

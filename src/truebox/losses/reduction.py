"""How the losses of single boxes become one number: weights, sum and mean, in any library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from truebox.arrays import library_of
from truebox.boxes.box_array import holds_no_boxes
from truebox.errors import ArgumentError
from truebox.formulas import quotient

__all__ = ["Reduction", "check_same_shape", "reduced"]

Reduction: TypeAlias = Literal["none", "mean", "sum"]


def reduced(loss: Any, reduction: str, weights: Any) -> Any:
    """`loss` [...] times `weights`, and its sum, or its mean by weight, which is 0 for no boxes.

    Raises
    ------
    ArgumentError
        For another reduction than "none", "mean" and "sum".

    Examples
    --------
    >>> import numpy as np
    >>> float(reduced(np.array([1.0, 3.0]), "mean", [3.0, 1.0]))
    1.5
    """
    if reduction not in ("none", "mean", "sum"):
        raise ArgumentError(f"reduction is {reduction!r}; expected 'none', 'mean' or 'sum'")
    library = library_of(loss)
    counts = library.xp.ones_like(loss)
    if weights is not None:
        if library_of(weights).name == "numpy":
            weights = library.from_numpy(np.asarray(weights), loss)
        counts = library.cast(weights, library.dtype_name(loss)) * counts
        loss = loss * counts
    if reduction == "none":
        return loss
    total = library.xp.sum(loss)
    return total if reduction == "sum" else quotient(library.xp, total, library.xp.sum(counts))


def check_same_shape(prediction: Any, target: Any) -> None:
    """Refuse sides of different shape, as far as these are known: a loss compares box with box.

    Raises
    ------
    ArgumentError
        Saying both shapes.
    """
    one, other = _shape(prediction), _shape(target)
    if one is None or other is None:
        return
    known = [pair for pair in zip(one, other, strict=False) if None not in pair]
    if len(one) != len(other) or any(left != right for left, right in known):
        raise ArgumentError(
            f"prediction has shape {one} and target {other}; a loss compares box with box, so both must be "
            "the same"
        )


def _shape(boxes: Any) -> Sequence[int | None] | None:
    shape = library_of(boxes).shape(boxes) if hasattr(boxes, "shape") else np.shape(boxes)
    return (0, 4) if shape is not None and holds_no_boxes(shape) else shape

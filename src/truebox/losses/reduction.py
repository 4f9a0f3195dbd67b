"""How the losses of single boxes become one number: weights, sum and mean, in any library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from truebox.arrays import library_of, stretched
from truebox.boxes.box_array import holds_no_boxes
from truebox.errors import ArgumentError
from truebox.formulas import quotient

if TYPE_CHECKING:
    from truebox.overlap.pairs.box_pairs import BoxPairs
    from truebox.overlap.pairs.row_pairs import RowPairs

__all__ = ["Reduction", "answered", "check_same_shape", "reduced"]

Reduction: TypeAlias = Literal["none", "mean", "sum"]

# So many ones have a sum without rounding in float32.
_COUNTED = 2**24


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
    if weights is None:
        if reduction == "none":
            return loss
        values = library.values_in_memory(loss)
        if values is not None and 0 < values.size <= _COUNTED:
            total = library.xp.sum(loss)
            return total if reduction == "sum" else total / values.size
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


def answered(pairs: BoxPairs | RowPairs, loss: Any, reduction: str, weights: Any) -> Any:
    """`reduced`, in the dtype of the boxes; the sum of half precision stays in float32, which holds it.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.losses import iou_loss
    >>> apart = np.tile(np.array([0, 0, 1, 1], np.float16), (70000, 1))
    >>> float(iou_loss(apart, apart + np.float16(2), reduction="sum"))
    70000.0
    """
    value = reduced(loss, reduction, weights)
    return value if reduction == "sum" else pairs.answer(value)


def check_same_shape(prediction: Any, target: Any, count: int = 4) -> None:
    """Refuse sides that do not fit, as far as these are known: a loss compares box with box.

    `count` is how many numbers a box has. Only a 1 that is written, in shapes of as many dimensions and at
    least three, stretches: [N, 4] beside [N, 1, 4] would be N² losses without a word.

    Raises
    ------
    ArgumentError
        Saying both shapes.
    """
    one, other = _shape(prediction, count), _shape(target, count)
    if one is None or other is None:
        return
    if not stretched(one, other):
        raise ArgumentError(
            f"prediction has shape {one} and target {other}; a loss compares box with box, so both must be "
            "the same. With three dimensions or more, a 1 stretches: prediction[:, None] with target[None]"
        )


def _shape(boxes: Any, count: int) -> Sequence[int | None] | None:
    shape = library_of(boxes).shape(boxes) if hasattr(boxes, "shape") else np.shape(boxes)
    return (0, count) if shape is not None and holds_no_boxes(shape) else shape

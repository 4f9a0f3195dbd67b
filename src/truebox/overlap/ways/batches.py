"""Boxes in batches: [..., N, K] with [..., M, K], one batch beside the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.arrays import common_library, library_of, stretched, without_wrapper
from truebox.boxes.box_array import holds_no_boxes
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["by_batches"]

Shape = tuple[int | None, ...]
OfRows = Callable[[Any, Any], Any]


def by_batches(
    boxes_a: Any, boxes_b: Any, of_rows: OfRows, by_formula: OfRows, *, numbers: int, pairwise: bool
) -> Any | None:
    """The answer of every batch, stacked; None where both sides are plain rows.

    Parameters
    ----------
    boxes_a, boxes_b : array-like [..., N, numbers]
        Leading dimensions of `pairwise` broadcast as NumPy's do. Row by row both have as many dimensions, and
        only a 1 that is written stretches.
    of_rows : callable
        ``f(a, b)`` of NumPy arrays [N, numbers], which it validates: for all in ordinary memory.
    by_formula : callable
        ``f(a, b)`` of whole batches, for what is traced, differentiated or on a device.
    numbers : int
        How many a box has.
    pairwise : bool
        Every box with every one, else box by box.

    Raises
    ------
    ArgumentError
        For dimensions that do not fit.
    InputError
        That of `of_rows`, with the place in its batch.

    Examples
    --------
    >>> import numpy as np
    >>> a, b = np.ones((2, 3, 4)), np.ones((5, 4))
    >>> by_batches(a, b, lambda a, b: a @ b.T, np.add, numbers=4, pairwise=True).shape
    (2, 3, 5)
    """
    if _rank(boxes_a) <= 2 and _rank(boxes_b) <= 2:
        return None
    boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
    library = common_library(boxes_a, boxes_b)
    if library.name == "numpy":
        a, b = _array(boxes_a, "boxes_a"), _array(boxes_b, "boxes_b")
        _leading(a.shape, b.shape, numbers, pairwise=pairwise)
        return _stacked(of_rows, a, b, pairwise=pairwise)
    shapes = [
        library.shape(side) if hasattr(side, "shape") else np.shape(side) for side in (boxes_a, boxes_b)
    ]
    if shapes[0] is not None and shapes[1] is not None:
        _leading(shapes[0], shapes[1], numbers, pairwise=pairwise)
    if library_of(boxes_a) is library and library_of(boxes_b) is library:
        views = library.numpy_views(boxes_a, boxes_b)
        if views is not None:
            answer = _stacked(of_rows, *views, pairwise=pairwise)
            return library.from_numpy(answer.astype(views[0].dtype, copy=False), boxes_a)
    return by_formula(boxes_a, boxes_b)


def _rank(boxes: Any) -> int:
    """How many dimensions; 2 where that is not known."""
    if hasattr(boxes, "shape"):
        shape = library_of(boxes).shape(boxes)
        return 2 if shape is None or holds_no_boxes(shape) else len(shape)
    rank = 0
    while isinstance(boxes, (list, tuple)) and boxes:
        rank, boxes = rank + 1, boxes[0]
    return rank + (len(boxes.shape) if hasattr(boxes, "shape") else 0)


def _array(boxes: Any, name: str) -> AnyArray:
    try:
        array = np.asarray(boxes)
    except ValueError:
        raise ArgumentError(f"{name} has rows of different lengths; expected batches [..., N, K]") from None
    if array.dtype.kind not in "fiu":
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected real numbers")
    return array


def _leading(shape_a: Shape, shape_b: Shape, numbers: int, *, pairwise: bool) -> None:
    for name, shape in (("boxes_a", shape_a), ("boxes_b", shape_b)):
        if len(shape) < 2 or shape[-1] not in (numbers, None):
            raise ArgumentError(f"{name} has shape {shape}; expected batches [..., N, {numbers}]")
    if not pairwise and not stretched(shape_a, shape_b):
        raise ArgumentError(
            f"boxes_a has shape {shape_a} and boxes_b {shape_b}; box by box both must have as many "
            "dimensions, each the same or 1. For all pairs use the pairwise function of this measure"
        )
    batches = zip(reversed(shape_a[:-2]), reversed(shape_b[:-2]), strict=False)
    if pairwise and any(None not in pair and pair[0] != pair[1] and 1 not in pair for pair in batches):
        raise ArgumentError(
            f"boxes_a has shape {shape_a} and boxes_b {shape_b}; the dimensions before the last two must be "
            "the same, or 1, or missing"
        )


def _stacked(of_rows: OfRows, a: AnyArray, b: AnyArray, *, pairwise: bool) -> AnyArray:
    if not pairwise:
        joint = np.broadcast_shapes(a.shape, b.shape)
        flat = (np.ascontiguousarray(np.broadcast_to(side, joint)).reshape(-1, joint[-1]) for side in (a, b))
        try:
            return np.asarray(of_rows(*flat)).reshape(joint[:-1])
        except InputError as error:
            raise _placed(error, lambda row: np.unravel_index(row, joint[:-1]), a, b) from None
    joint = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    many_a, many_b = (np.broadcast_to(side, joint + side.shape[-2:]) for side in (a, b))
    dtype = np.asarray(
        of_rows(a[..., :0, :].reshape(0, a.shape[-1]), b[..., :0, :].reshape(0, b.shape[-1]))
    ).dtype
    out = np.empty((*joint, a.shape[-2], b.shape[-2]), dtype)
    for batch in np.ndindex(joint):
        try:
            out[batch] = of_rows(np.ascontiguousarray(many_a[batch]), np.ascontiguousarray(many_b[batch]))
        except InputError as error:
            raise _placed(error, partial(_within, batch), a, b) from None
    return out


def _within(batch: tuple[int, ...], row: int) -> tuple[int, ...]:
    return *batch, row


def _placed(
    error: InputError, place_of: Callable[[int], tuple[Any, ...]], a: AnyArray, b: AnyArray
) -> InputError:
    """`error` with the place in the batches as they were given."""
    side = a if error.place.startswith("boxes_a") else b
    if error.row is None:
        return error
    place = place_of(error.row)[-(side.ndim - 1) :]
    own = [0 if side.shape[axis] == 1 else int(k) for axis, k in enumerate(place)]
    name = error.place.partition("[")[0]
    return InputError(
        error.code, f"{name}[{', '.join(map(str, own))}]", error.problem, error.fix, row=error.row
    )

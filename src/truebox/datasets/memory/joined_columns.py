"""One column out of the arrays of all images at once, where they are all of one plain kind."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import tables as _kernels
from truebox._native.threads import thread_count
from truebox.datasets.columns.box_reading import as_read, place_of_reading
from truebox.datasets.columns.values import LARGEST_COORDINATE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import AnyArray, FloatArray

__all__ = ["joined_boxes", "joined_column"]


def joined_boxes(values: Sequence[Any], reading: str) -> tuple[FloatArray, list[int]] | tuple[None, None]:
    """The boxes of NumPy arrays, or of PyTorch tensors, as x, y, width, height, and how many each has.

    Parameters
    ----------
    values : sequence of arrays [n, 4]
        One of each image.
    reading : str
        One of `BOX_READINGS`.

    Returns
    -------
    array and list of int
        None and None where they are anything else, a number is no coordinate or a size negative: they are
        then to be read one by one.

    Examples
    --------
    >>> joined_boxes([np.array([[10, 20, 30, 60]]), np.empty(0)], "xyxy")
    (array([[10., 20., 20., 40.]]), [1, 0])
    >>> joined_boxes([np.array([[10, 20, 5, 60]])], "xyxy")
    (None, None)
    """
    layout, percent = place_of_reading(reading)
    if _lie_in_memory(values):
        found = _kernels.join_boxes(
            list(values), layout, percent, float(LARGEST_COORDINATE), thread_count(None)
        )
        if found is not None:
            return found
    raw, counts = joined_column(values, 2, "iuf")
    if raw is None or counts is None or raw.shape[1] != 4 or not (np.abs(raw) <= LARGEST_COORDINATE).all():
        return None, None
    boxes = np.ascontiguousarray(as_read(raw.astype(np.float64, copy=False), reading))
    return (boxes, counts) if (boxes[:, 2:] >= 0).all() else (None, None)


def joined_column(
    values: Sequence[Any], rank: int, kinds: str
) -> tuple[AnyArray, list[int]] | tuple[None, None]:
    """The rows of NumPy arrays, or of PyTorch tensors, one after the other, and how many each has.

    Parameters
    ----------
    values : sequence of arrays
        One of each image.
    rank : int
        How many axes an array that holds something must have.
    kinds : str
        Letters of the dtypes that are taken, of ``"iuf"``.

    Returns
    -------
    array and list of int
        Floats in float64, integers in int64 or in their common dtype. None and None where they are anything
        else: other types, several dtypes or devices, another rank or kind. They are then to be read one by
        one.

    Examples
    --------
    >>> joined_column([np.zeros((2, 4)), np.empty(0), np.ones((1, 4))], 2, "f")[1]
    [2, 0, 1]
    >>> joined_column([np.zeros((2, 4)), [[1, 2, 3, 4]]], 2, "f")
    (None, None)
    """
    torch = sys.modules.get("torch")
    types = set(map(type, values))
    tensors = torch is not None and types == {torch.Tensor}
    if not tensors and types != {np.ndarray}:
        return None, None
    if rank == 1 and _lie_in_memory(values):
        found = _kernels.join_numbers(list(values), thread_count(None))
        if found is not None:
            return found if found[0].dtype.kind in kinds else (None, None)
    shapes = [tuple(value.shape) for value in values]
    counts = [shape[0] if shape else -1 for shape in shapes]
    # An image without objects may have an array of any shape that begins with 0.
    held = [value for value, count in zip(values, counts, strict=True) if count]
    rests = {shape[1:] for shape in shapes if shape[:1] != (0,)}
    if len(rests) != 1 or -1 in counts or len(rests.pop()) != rank - 1:
        return None, None
    if len({(value.dtype, value.device if tensors else None) for value in held}) != 1:
        return None, None
    joined = _of_tensors(torch, held) if tensors else np.concatenate(held)
    if joined is None or joined.dtype.kind not in kinds:
        return None, None
    return (joined.astype(np.float64) if joined.dtype.kind == "f" else joined), counts


def _lie_in_memory(values: Sequence[Any]) -> bool:
    """Whether they are all of one type, NumPy's or PyTorch's, whose memory holds the numbers themselves."""
    types = set(map(type, values))
    torch = sys.modules.get("torch")
    if torch is None or types != {torch.Tensor}:
        return types == {np.ndarray}
    # What lies there is the negative of what such a tensor means: the imaginary part of a conjugate.
    return not any(map(torch.Tensor.is_neg, values))


def _of_tensors(torch: Any, tensors: Sequence[Any]) -> AnyArray | None:
    try:
        joined = torch.cat(list(tensors)).detach().cpu()
        array: AnyArray = (joined.double() if joined.is_floating_point() else joined).numpy()
    except (TypeError, RuntimeError):  # sparse tensors, such without data
        return None
    return array

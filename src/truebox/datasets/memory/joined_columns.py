"""One column out of the arrays of all images at once, where they are all of one plain kind."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import AnyArray

__all__ = ["joined_column"]


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
        In the common dtype, but floats in float64. None and None where they are anything else: other types,
        several dtypes or devices, another rank or kind. They are then to be read one by one.

    Examples
    --------
    >>> joined_column([np.zeros((2, 4)), np.empty(0), np.ones((1, 4))], 2, "f")[1]
    [2, 0, 1]
    >>> joined_column([np.zeros((2, 4)), [[1, 2, 3, 4]]], 2, "f")
    (None, None)
    """
    types = set(map(type, values))
    torch = sys.modules.get("torch")
    tensors = torch is not None and types == {torch.Tensor}
    if not tensors and types != {np.ndarray}:
        return None, None
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


def _of_tensors(torch: Any, tensors: Sequence[Any]) -> AnyArray | None:
    try:
        joined = torch.cat(list(tensors)).detach().cpu()
        array: AnyArray = (joined.double() if joined.is_floating_point() else joined).numpy()
    except (TypeError, RuntimeError):  # sparse tensors, such without data
        return None
    return array

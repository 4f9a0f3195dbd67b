"""Tensors as pictures: colours last or first, bytes or shares of one."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from truebox.arrays import library_of
from truebox.errors import InputError

__all__ = ["array_of_tensor"]

_COLOURS = (1, 3, 4)
_WHOLE = re.compile(r"u?int\d+|bool")


def array_of_tensor(value: Any) -> Any:
    """A tensor as an array [height, width] or [height, width, colours] of uint8; None where it is no tensor.

    Colours are the first axis, as PyTorch has them, where the last cannot be theirs or, of PyTorch, where the
    first can. Floating point numbers are shares from 0 to 1.

    Raises
    ------
    InputError
        ``E-560``: numbers beyond 0 to 1, or one of the axes is a batch.

    Examples
    --------
    >>> array_of_tensor([[1, 2]]) is None
    True
    """
    library = library_of(value)
    if library.name == "numpy":
        return None
    array: Any = np.asarray(library.to_numpy(value))
    whole = _WHOLE.search(str(value.dtype))  # "torch.uint8", "<dtype: 'uint8'>": coordinates are all floats
    if whole is not None:
        array = array.astype(whole[0])
    if array.ndim == 4 and array.shape[0] == 1:
        array = array[0]
    shape = list(array.shape)
    if array.ndim == 4:
        problem = f"a tensor {shape} is a batch of {shape[0]} pictures"
        raise InputError("E-560", "image", problem, "draw one after the other: image=batch[0]")
    if array.ndim == 3:
        first, last = shape[0] in _COLOURS, shape[2] in _COLOURS
        if first and (not last or library.name == "torch"):
            array = np.moveaxis(array, 0, -1)
    if array.dtype.kind == "f" and array.size:
        low, high = float(array.min()), float(array.max())
        if not (low >= 0 and high <= 1):
            problem = f"a tensor {shape} of {array.dtype} has numbers from {low:.4g} to {high:.4g}"
            fix = "give bytes, or shares from 0 to 1: undo the mean and deviation that the model wants"
            raise InputError("E-560", "image", problem, fix)
        array = np.rint(255 * array.astype(np.float64)).astype(np.uint8)
    return array

"""What a detector gives, as arrays: in the precision it came in, because last bits of overlaps depend on it.

Examples
--------
>>> corner_and_size([[1, 2, 11, 22]]).tolist()
[[1, 2, 10, 20]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import counted
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["as_array", "corner_and_size", "hard_masks", "listed_classes"]


def as_array(values: Any) -> AnyArray:
    """Of a tensor on whatever device, or an array, or a list."""
    if hasattr(values, "detach"):
        values = values.detach().cpu()
        values = values.float() if str(values.dtype) == "torch.bfloat16" else values
    return np.asarray(values)


def corner_and_size(corners: Any) -> AnyArray:
    """Corners as corner and size, subtracted in their own precision: last bits of overlaps depend on it.

    Examples
    --------
    >>> corner_and_size([[1, 2, 11, 22]]).tolist()
    [[1, 2, 10, 20]]
    """
    boxes = (corners if hasattr(corners, "detach") else as_array(corners)).reshape(-1, 4)
    return np.concatenate([as_array(boxes[:, :2]), as_array(boxes[:, 2:] - boxes[:, :2])], axis=1)


def hard_masks(given: Any) -> AnyArray:
    """Masks [n, height, width] as booleans, of a tensor that may be soft and may have [n, 1, height, width].

    Examples
    --------
    >>> hard_masks([[[[0.2, 0.5, 0.6]]]]).tolist()
    [[[False, False, True]]]
    """
    masks = as_array(given)
    masks = masks[:, 0] if masks.ndim == 4 else masks
    return masks if masks.dtype == bool else masks > 0.5


def listed_classes(labels: Any, ids: Sequence[Any]) -> AnyArray:
    """The category ids of labels that count the classes from 0.

    Raises
    ------
    InputError
        There is no such class (E-131).

    Examples
    --------
    >>> listed_classes([1, 0, 1], [18, 44]).tolist()
    [44, 18, 44]
    """
    numbers = as_array(labels).astype(np.int64)
    if len(numbers) and not (numbers.min() >= 0 and numbers.max() < len(ids)):
        wrong = numbers[(numbers < 0) | (numbers >= len(ids))][0]
        raise InputError(
            "E-131",
            "predictions",
            f"a detection is of class {wrong}, and the data set has {counted(len(ids), 'class', 'classes')}, "
            "counted from 0",
            "give the model as many classes as the data set has",
        )
    return np.array(ids)[numbers]

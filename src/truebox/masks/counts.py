"""Uncompressed counts: run lengths as plain lists of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import masks as native
from truebox.masks.masks import Masks
from truebox.masks.refusal import Fault, refuse
from truebox.masks.sizes import sizes_per_mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["masks_from_counts", "masks_to_counts"]

_LARGEST = 2**32 - 1


@refuses_other_kinds
def masks_from_counts(counts: Sequence[Any], sizes: Any, *, name: str = "counts", rows: Any = None) -> Masks:
    """Masks from uncompressed counts.

    Parameters
    ----------
    counts : sequence of sequences of int
        Zeros, ones, zeros, ... down the columns of each mask.
    sizes : (height, width) or array [N, 2]
        Of the masks.
    name : str
        What error messages call the argument.
    rows : sequence of int, optional
        The caller's row of each mask, for error messages.

    Returns
    -------
    Masks
        The counts exactly as given, empty runs included.

    Raises
    ------
    ArgumentError
        For sizes that are no whole numbers (height, width), one or of each mask.
    InputError
        ``E-160``, ``E-161`` for runs that end before the image (an empty list does) or go beyond
        it, ``E-163`` for an impossible size, ``E-165`` for negative or fractional counts.

    Examples
    --------
    >>> from truebox.masks import masks_from_counts, masks_to_counts
    >>> masks_to_counts(masks_from_counts([[2, 3]], (1, 5)))
    [[2, 3]]
    """
    whole = sizes_per_mask(sizes, len(counts))
    plain = native.take_counts(counts) if type(counts) is list else None
    if plain is not None:
        runs, offsets = plain
        refuse(native.check(runs, offsets, whole), name, rows)
        return Masks.trusted(runs, offsets, whole)
    pixels = whole.prod(axis=1).tolist()
    parts = []
    for row, values in enumerate(counts):
        array, fault = _as_runs(values, row, pixels[row])
        refuse(fault, name, rows)
        parts.append(array)
    runs = np.concatenate([np.empty(0, np.uint32), *parts])
    offsets = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    refuse(native.check(runs, offsets, whole), name, rows)
    return Masks.trusted(runs, offsets, whole)


@refuses_other_kinds
def masks_to_counts(masks: Masks) -> list[list[int]]:
    """Counts of each mask as lists of integers.

    Parameters
    ----------
    masks : Masks
        Of any sizes.

    Returns
    -------
    list of list of int
        Zeros, ones, zeros, ... down the columns of each mask.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, masks_to_counts
    >>> masks_to_counts(encode_masks(np.eye(2, dtype=bool)))
    [[0, 1, 2, 1]]
    """
    return [
        masks.runs[begin:end].tolist()
        for begin, end in zip(masks.offsets[:-1].tolist(), masks.offsets[1:].tolist(), strict=True)
    ]


def _as_runs(values: Any, row: int, pixels: int) -> tuple[NDArray[np.uint32], Fault | None]:
    """The counts as uint32, or the fault that says why they are none."""
    empty = np.empty(0, np.uint32)
    refuse_masked(values, "counts")
    try:
        array = np.asarray(values)
    except ValueError:
        return empty, (5, row, "nested lists", 0)
    if array.shape == (0,):
        return empty, None
    numbers = array.tolist() if array.ndim == 1 else [None]
    # Integers beyond every NumPy type come as objects: they are too large, not fractional.
    if (array.ndim != 1 or array.dtype.kind not in "iu") and not all(
        type(number) is int for number in numbers
    ):
        return empty, (5, row, f"{array.dtype} {list(array.shape)}", 0)
    if min(numbers) < 0:
        return empty, (5, row, min(numbers), 0)
    if max(numbers) > _LARGEST:
        return empty, (2, row, sum(numbers), pixels)
    return array.astype(np.uint32), None

"""Everything that can stand for masks, brought to `Masks`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox.arrays import library_of
from truebox.errors import ArgumentError
from truebox.masks.coco import masks_from_coco
from truebox.masks.dense import encode_masks
from truebox.masks.masks import Masks, concatenate_masks, empty_masks

__all__ = ["as_masks"]


@refuses_other_kinds
def as_masks(value: Any, name: str = "masks") -> Masks:
    """Masks from whatever stands for them.

    Parameters
    ----------
    value : Masks, sequence of Masks, boolean or integer array [H, W] or [N, H, W], COCO run lengths
        COCO run lengths are one or more ``{"size": [h, w], "counts": ...}``.
    name : str
        What error messages call the argument.

    Returns
    -------
    Masks

    Raises
    ------
    ArgumentError
        What is neither masks nor run lengths, or has floating-point values.
    InputError
        ``E-160`` to ``E-165``, for run lengths that do not fill their image.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import as_masks
    >>> as_masks(np.zeros((2, 4, 4), dtype=bool))
    Masks(2 masks, 2 runs, 4x4)
    """
    if isinstance(value, Masks):
        return value
    if isinstance(value, Mapping):
        return masks_from_coco([value], name=name)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        if len(value) == 0:
            return empty_masks()
        if all(isinstance(entry, Masks) for entry in value):
            return concatenate_masks(value)
        if all(isinstance(entry, Mapping) for entry in value):
            return masks_from_coco(value, name=name)
    refuse_masked(value, name)
    array = np.asarray(value) if library_of(value).name == "numpy" else value
    if len(array.shape) not in {2, 3}:
        raise ArgumentError(
            f"{name}: expected Masks, dense masks [N, H, W], or COCO run lengths, got {type(value).__name__}"
        )
    return encode_masks(array, name=name)

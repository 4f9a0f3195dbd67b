"""Area of masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import masks as native
from truebox.masks.any_form import as_masks

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["mask_area"]


@refuses_other_kinds
def mask_area(masks: Any) -> Int64Array:
    """Number of pixels in each mask.

    Parameters
    ----------
    masks : Masks, dense masks [N, H, W], or COCO run lengths
        Of any sizes.

    Returns
    -------
    int64 array [N]
        As ``pycocotools.mask.area``, which counts in uint32.

    Raises
    ------
    ArgumentError, InputError
        As in `as_masks`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, mask_area
    >>> mask_area(encode_masks(np.eye(3, dtype=bool)))
    array([3])
    """
    batch = as_masks(masks)
    return native.area(batch.runs, batch.offsets, batch.sizes).view(np.int64)

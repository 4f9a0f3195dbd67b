"""Area of masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import masks as native

if TYPE_CHECKING:
    from truebox.masks.masks import Masks
    from truebox.typing import Int64Array

__all__ = ["mask_area"]


def mask_area(masks: Masks) -> Int64Array:
    """Number of pixels in each mask.

    Parameters
    ----------
    masks : Masks
        Of any sizes.

    Returns
    -------
    int64 array [N]
        As ``pycocotools.mask.area``, which counts in uint32.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, mask_area
    >>> mask_area(encode_masks(np.eye(3, dtype=bool)))
    array([3])
    """
    return native.area_and_box(masks.runs, masks.offsets, masks.sizes)[0].view(np.int64)

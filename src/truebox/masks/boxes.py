"""The tight boxes around masks, and the masks that boxes cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import masks as native
from truebox.errors import ArgumentError
from truebox.masks.any_form import as_masks
from truebox.masks.polygons import rasterize_polygons

if TYPE_CHECKING:
    from truebox.masks.masks import Masks
    from truebox.typing import FloatArray

__all__ = ["boxes_to_masks", "mask_to_box"]


@refuses_other_kinds
def mask_to_box(masks: Any) -> FloatArray:
    """Tight boxes around masks.

    Parameters
    ----------
    masks : Masks, dense masks [N, H, W], or COCO run lengths
        Of any sizes.

    Returns
    -------
    float64 array [N, 4]
        ``x, y, width, height`` in pixels: the first pixel alone is ``0, 0, 1, 1``. All zero for an
        empty mask. As ``pycocotools.mask.toBbox``; an empty run inside a mask, which no encoder
        writes, does not move the box here.

    Raises
    ------
    ArgumentError, InputError
        As in `as_masks`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, mask_to_box
    >>> mask_to_box(encode_masks(np.eye(3, dtype=bool)))
    array([[0., 0., 3., 3.]])
    """
    batch = as_masks(masks)
    return native.box(batch.runs, batch.offsets, batch.sizes)


@refuses_other_kinds
def boxes_to_masks(boxes: Any, sizes: Any, *, threads: int | None = None) -> Masks:
    """Masks of boxes, rasterised as the reference does: as polygons of four corners.

    Parameters
    ----------
    boxes : array [N, 4]
        ``x, y, width, height`` in pixels.
    sizes : (height, width) or array [N, 2]
        Of the images; what lies outside is cut off.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    Masks

    Raises
    ------
    ArgumentError
        For boxes or sizes of another shape, or sizes that are no whole numbers.
    InputError
        ``E-166`` for NaN and infinity, ``E-163`` for an impossible size.

    Examples
    --------
    >>> from truebox.masks import boxes_to_masks, mask_area
    >>> mask_area(boxes_to_masks([[1, 1, 2, 3]], (10, 10)))
    array([6])
    """
    refuse_masked(boxes, "boxes")
    array = np.asarray(boxes, dtype=np.float64).reshape(-1, 4) if np.size(boxes) == 0 else np.asarray(boxes)
    if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "iuf":
        raise ArgumentError(f"boxes: expected numbers [N, 4], got {array.dtype} {list(array.shape)}")
    x0, y0, width, height = array.astype(np.float64).T
    x1, y1 = x0 + width, y0 + height
    corners = np.stack([x0, y0, x0, y1, x1, y1, x1, y0], axis=1)
    count = len(corners)
    return rasterize_polygons(
        corners.ravel(), np.arange(count + 1) * 8, np.arange(count + 1), sizes, threads=threads, name="boxes"
    ).masks

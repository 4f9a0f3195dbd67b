"""The band along the inside of a mask's outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import masks as native
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError
from truebox.masks.any_form import as_masks
from truebox.masks.masks import Masks

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["boundary_distance", "mask_to_boundary"]

# The kernel's work space grows with the image's width.
_LONGEST_SIDE = 2**20


@refuses_other_kinds
def boundary_distance(sizes: Any, dilation_ratio: float = 0.02) -> Int64Array:
    """Width of the boundary band in pixels: the ratio of the image's diagonal, at least 1.

    Rounded half to even, as the reference does. 0.02 is its value for COCO and LVIS, 0.005 the one
    for Cityscapes.

    Parameters
    ----------
    sizes : (height, width) or array [N, 2]
        Of the images, in pixels.
    dilation_ratio : float in (0, 1]
        Of the diagonal.

    Returns
    -------
    int64 array [N]
        In pixels.

    Raises
    ------
    ArgumentError
        A ratio outside (0, 1], or sizes that are no whole numbers of 0 or more.

    Examples
    --------
    >>> from truebox.masks import boundary_distance
    >>> boundary_distance([[480, 640]])
    array([16])
    """
    if not 0 < dilation_ratio <= 1:
        raise ArgumentError(f"dilation_ratio: expected a number in (0, 1], got {dilation_ratio!r}")
    refuse_masked(sizes, "sizes")
    array = np.asarray(sizes) if np.size(sizes) else np.empty((0, 2), np.int64)
    if array.dtype.kind not in "iu" or array.shape[-1:] != (2,) or (array < 0).any():
        raise ArgumentError(
            f"sizes: expected whole numbers (height, width) or an array [N, 2], each 0 or more, "
            f"got {array.dtype} {list(array.shape)}"
        )
    height, width = array.astype(np.int64).reshape(-1, 2).T
    distance: Int64Array = np.rint(dilation_ratio * np.sqrt(height**2 + width**2)).astype(np.int64)
    return np.maximum(1, distance)


@refuses_other_kinds
def mask_to_boundary(masks: Any, *, dilation_ratio: float = 0.02, threads: int | None = None) -> Masks:
    """Pixels of each mask that lie within a distance of its outline.

    A pixel stays unless the square of side ``2 d + 1`` around it is wholly inside the mask, with
    ``d`` from `boundary_distance`; outside the image everything is background, so the image's edge
    is outline too. Computed on the runs: no dense mask is made.

    Parameters
    ----------
    masks : Masks, dense masks [N, H, W], or COCO run lengths
        Of any sizes up to 2²⁰ pixels a side.
    dilation_ratio : float
        Of the image's diagonal.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    Masks [N]

    Raises
    ------
    ArgumentError
        A ratio outside (0, 1], or a side of more than 2²⁰ pixels.
    InputError
        As in `as_masks`.

    References
    ----------
    Cheng, Girshick, Dollár, Berg, Kirillov: Boundary IoU, CVPR 2021, section 4; ``mask_to_boundary``
    of its reference implementation.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, mask_area, mask_to_boundary
    >>> mask_area(mask_to_boundary(encode_masks(np.ones((5, 5), dtype=bool))))
    array([16])
    """
    batch = as_masks(masks, "masks")
    if batch.sizes.size and int(batch.sizes.max()) > _LONGEST_SIDE:
        raise ArgumentError(
            f"masks: expected sides of at most {_LONGEST_SIDE} pixels, got {int(batch.sizes.max())}"
        )
    distances = boundary_distance(batch.sizes, dilation_ratio)
    return Masks.trusted(
        *native.boundary(batch.runs, batch.offsets, batch.sizes, distances, thread_count(threads)),
        batch.sizes,
    )

"""Boundary IoU: overlap of the bands along the outlines, for every pair of masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox.errors import ArgumentError
from truebox.masks import as_masks, mask_to_boundary
from truebox.masks.sizes import refuse_other_sizes
from truebox.overlap.mask_iou import crowd_flags, pairwise_mask_iou

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["pairwise_boundary_iou"]


def pairwise_boundary_iou(
    a: Any,
    b: Any,
    *,
    crowd: Any = None,
    dilation_ratio: float = 0.02,
    combine: Literal["boundary", "minimum"] = "boundary",
    threads: int | None = None,
) -> FloatArray:
    """Intersection over union of the boundaries of every mask in `a` and every mask in `b`.

    Parameters
    ----------
    a, b : Masks, dense masks [N, H, W], or COCO run lengths
        All of one size.
    crowd : boolean array [M], optional
        Where `b` is a crowd region: the intersection is then divided by the area of `a` alone.
    dilation_ratio : float
        Width of the boundary as a ratio of the image's diagonal: 0.02 for COCO and LVIS, 0.005 for
        Cityscapes.
    combine : {"boundary", "minimum"}
        ``"boundary"`` gives the measure itself. ``"minimum"`` gives what boundary AP matches by: the
        smaller of mask IoU and boundary IoU, and mask IoU alone where `b` is a crowd.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    float64 array [N, M]

    Raises
    ------
    ArgumentError
        For something that is no masks, or a ratio outside (0, 1].
    InputError
        ``E-164`` when sizes differ, naming both.

    References
    ----------
    Cheng, Girshick, Dollár, Berg, Kirillov: Boundary IoU, CVPR 2021, and its reference implementation.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.overlap.boundary_iou import pairwise_boundary_iou
    >>> full, hollow = np.ones((2, 9, 9), dtype=bool)
    >>> hollow[3:6, 3:6] = False
    >>> pairwise_boundary_iou(full, full), pairwise_boundary_iou(full, hollow).round(3)
    (array([[1.]]), array([[0.667]]))
    """
    if combine not in {"boundary", "minimum"}:
        raise ArgumentError(f"combine: expected 'boundary' or 'minimum', got {combine!r}")
    first, second = as_masks(a, "a"), as_masks(b, "b")
    refuse_other_sizes(first, second, "a", "b")
    boundaries = pairwise_mask_iou(
        mask_to_boundary(first, dilation_ratio=dilation_ratio, threads=threads),
        mask_to_boundary(second, dilation_ratio=dilation_ratio, threads=threads),
        crowd=crowd,
        threads=threads,
    )
    if combine == "boundary":
        return boundaries
    whole = pairwise_mask_iou(first, second, crowd=crowd, threads=threads)
    flags = crowd_flags(crowd, len(second)).astype(bool)
    return (
        np.where(flags, whole, np.minimum(whole, boundaries)) if len(flags) else np.minimum(whole, boundaries)
    )

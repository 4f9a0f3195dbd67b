"""Intersection over union, and over the first mask's area, of every pair of masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import masks as native
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError
from truebox.masks import as_masks
from truebox.masks.sizes import refuse_other_sizes

if TYPE_CHECKING:
    from truebox.typing import ByteArray, FloatArray

__all__ = ["pairwise_mask_ioa", "pairwise_mask_iou"]


def pairwise_mask_iou(
    a: Any, b: Any, *, crowd: Any = None, at_least: float = 0.0, threads: int | None = None
) -> FloatArray:
    """Intersection over union of every mask in `a` with every mask in `b`.

    Computed from the run lengths; no dense mask is made. Pairs whose boxes do not meet cost nothing.

    Parameters
    ----------
    a, b : Masks, dense masks [N, H, W], or COCO run lengths
        All of one size. For crowds, `a` are the predictions and `b` the truths.
    crowd : boolean array [M], optional
        Where `b` is a crowd region: the intersection is then divided by the area of `a` alone.
    at_least : float
        Smaller values are reported as 0; most such pairs are recognised by their boxes and areas.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    float64 array [N, M]
        In [0, 1]; 0 where either mask is empty. Equal to ``pycocotools.mask.iou(a, b, crowd)`` bit by
        bit for run lengths as an encoder writes them.

    Raises
    ------
    InputError
        ``E-164`` when sizes differ, naming both.
    ArgumentError
        `crowd` of another length.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.overlap.mask_iou import pairwise_mask_iou
    >>> left, right = np.zeros((2, 1, 4, 4), dtype=bool)
    >>> left[:, :, :2] = True
    >>> right[:, :, 1:] = True
    >>> pairwise_mask_iou(left, right), pairwise_mask_iou(left, right, crowd=[True])
    (array([[0.25]]), array([[0.5]]))
    """
    return _pairwise(a, b, threads, crowd=crowd, at_least=at_least)


def pairwise_mask_ioa(a: Any, b: Any, *, threads: int | None = None) -> FloatArray:
    """Intersection of every mask in `a` with every mask in `b`, over the area of the one in `a`.

    Parameters
    ----------
    a, b : Masks, dense masks [N, H, W], or COCO run lengths
        All of one size.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    float64 array [N, M]
        In [0, 1]; 0 where either mask is empty.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_mask_iou`.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.overlap.mask_iou import pairwise_mask_ioa
    >>> pairwise_mask_ioa(np.eye(4, dtype=bool), np.ones((4, 4), dtype=bool))
    array([[1.]])
    """
    return _pairwise(a, b, threads, over_first=True)


def _pairwise(
    a: Any,
    b: Any,
    threads: int | None,
    *,
    crowd: Any = None,
    over_first: bool = False,
    at_least: float = 0.0,
) -> FloatArray:
    first, second = as_masks(a, "a"), as_masks(b, "b")
    out = np.empty((len(first), len(second)), dtype=np.float64)
    try:
        native.pairwise(
            first.runs,
            first.offsets,
            first.sizes,
            second.runs,
            second.offsets,
            second.sizes,
            crowd_flags(crowd, len(second)),
            over_first,
            float(at_least),
            out,
            thread_count(threads),
        )
    except ValueError:
        refuse_other_sizes(first, second, "a", "b")
        raise
    return out


def crowd_flags(crowd: Any, count: int) -> ByteArray:
    """One byte per mask of `b`, or none at all when nothing is a crowd."""
    if crowd is None:
        return np.empty(0, np.uint8)
    try:
        flags = np.asarray(crowd)
    except ValueError:
        raise ArgumentError(f"crowd has rows of different lengths; expected {count} booleans") from None
    if flags.shape != (count,) or (flags.size and flags.dtype.kind not in "biu"):
        raise ArgumentError(
            f"crowd: expected {count} booleans, one per mask of b, got {flags.dtype} {list(flags.shape)}"
        )
    return np.ascontiguousarray(flags != 0).view(np.uint8)

"""Union and intersection of masks."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import masks as native
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError
from truebox.masks.any_form import as_masks
from truebox.masks.masks import Masks
from truebox.masks.sizes import refuse_other_sizes

__all__ = ["merge_masks"]


@refuses_other_kinds
def merge_masks(
    masks: Any, intersect: bool = False, *, groups: Any = None, threads: int | None = None
) -> Masks:
    """Union, or intersection, of all masks, or of the masks of each group.

    Parameters
    ----------
    masks : Masks, dense masks [N, H, W], or COCO run lengths
        At least one; those that are merged have one size.
    intersect : bool
        False unites, True intersects, as in ``pycocotools.mask.merge``.
    groups : integer array [N], optional
        The number of each mask's group, from 0 to G - 1; every group needs a mask.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    Masks
        One mask, or one per group. A single mask comes back as it is.

    Raises
    ------
    InputError
        ``E-164`` when sizes differ.
    ArgumentError
        No mask, or a group without one; `intersect` is no truth value.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import encode_masks, mask_area, merge_masks
    >>> masks = encode_masks(np.array([np.eye(3), np.eye(3)[::-1]]).astype(bool))
    >>> mask_area(merge_masks(masks)), mask_area(merge_masks(masks, intersect=True))
    (array([5]), array([1]))
    """
    if not isinstance(intersect, bool | np.bool_ | int | np.integer):  # 0 and 1 stand for them
        raise ArgumentError(f"intersect: expected True or False, got {intersect!r}")
    batch = as_masks(masks, "masks")
    if len(batch) == 0:
        raise ArgumentError("masks: expected at least one mask to merge, got none")
    if groups is None:
        members = np.arange(len(batch), dtype=np.int64)
        bounds = np.array([0, len(batch)], np.int64)
    else:
        members, bounds = _members(groups, len(batch))
    workers = thread_count(threads)
    try:
        runs, offsets = native.merge(
            batch.runs, batch.offsets, batch.sizes, members, bounds, bool(intersect), workers
        )
    except ValueError:
        _refuse_mixed_groups(batch, members, bounds)
        raise
    sizes = batch.sizes[:1] if groups is None else batch.sizes[members[bounds[:-1]]]
    return Masks.trusted(runs, offsets, sizes)


def _members(groups: Any, count: int) -> tuple[Any, Any]:
    numbers = np.asarray(groups)
    if numbers.shape != (count,) or numbers.dtype.kind not in "iu" or (numbers < 0).any():
        raise ArgumentError(
            f"groups: expected {count} whole numbers from 0 on, got {numbers.dtype} {list(numbers.shape)}"
        )
    sizes = np.bincount(numbers) if int(numbers.max()) < count else np.zeros(1, np.intp)
    if (sizes == 0).any():
        raise ArgumentError("groups: expected every number from 0 to the largest to occur")
    members = np.argsort(numbers, kind="stable").astype(np.int64)
    return members, np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


def _refuse_mixed_groups(batch: Masks, members: Any, bounds: Any) -> None:
    """Word the kernel's refusal: which mask differs from the first of its group."""
    for begin, end in itertools.pairwise(bounds):
        refuse_other_sizes(
            batch[members[begin:end]], None, "masks" if len(bounds) == 2 else "masks of one group"
        )

"""Predicted masks without the pixels that the truth does not judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.masks import concatenate_masks, decode_masks, encode_masks

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray

__all__ = ["without_voids"]


def without_voids(found: TrackedSequence, rows: AnyArray, truth: TrackedSequence) -> Masks:
    """The masks of some rows, without the regions of the truth in their frame.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> given = {"frames": [0], "ids": [1], "masks": np.ones((1, 2, 2), dtype=bool)}
    >>> side = tracks_of_arrays(given, "truth").sequences[0]
    >>> without_voids(side, np.arange(1), side)
    Masks(1 masks, 2 runs, 2x2)
    """
    assert found.masks is not None
    masks = found.masks[rows]
    regions = truth.regions
    if regions is None or not len(regions.frame) or not len(rows):
        return masks
    frames, void = regions.by_frame()
    frame = found.frame[rows]
    parts: list[Masks] = []
    order: list[int] = []
    for place, number in enumerate(frames.tolist()):
        members = np.flatnonzero(frame == number)
        if len(members):
            pixels = decode_masks(masks[members]).astype(bool) & ~decode_masks(void[[place]]).astype(bool)
            parts.append(encode_masks(pixels))
            order += members.tolist()
    left = np.setdiff1d(np.arange(len(rows)), order)
    whole = concatenate_masks([*parts, masks[left]])
    return whole[np.argsort([*order, *left.tolist()], kind="stable")]

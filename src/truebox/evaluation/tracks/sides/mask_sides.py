"""Masks of both sides: of one size in a sequence, and where asked, of no pixel twice in a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.masks import concatenate_masks, mask_area, merge_masks

if TYPE_CHECKING:
    from truebox.records import TrackedSequence, Tracks

__all__ = ["refuse_other_masks", "refuse_overlapping"]


def refuse_other_masks(truth: Tracks, predictions: Tracks, *, needed: bool = False) -> bool:
    """Whether both sides have masks; refuse them on one side alone, and other sizes than those of the truth.

    Parameters
    ----------
    truth, predictions : Tracks
        With the same sequences.
    needed : bool
        Refuse two sides without masks too.

    Raises
    ------
    InputError
        Masks on one side, or on none where they are needed (E-590); another size (E-164).

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}, "truth")
    >>> refuse_other_masks(side, side)
    False
    """
    for side, other in ((truth, predictions), (predictions, truth)):
        if side.has_boxes_alone and (needed or other.has_masks):
            problem = "these tracks are boxes, and masks are compared"
            fix = (
                "give lines frame, id, class, height, width, run lengths"
                if needed
                else "give masks on both sides, or boxes on both"
            )
            raise InputError("E-590", side.source.name, problem, fix)
    if not (truth.has_masks or predictions.has_masks):
        return needed
    for true, found in zip(truth.sequences, predictions.sequences, strict=True):
        _refuse_sizes(true, found)
    return True


def _refuse_sizes(true: TrackedSequence, found: TrackedSequence) -> None:
    first = ""
    size: tuple[int, int] | None = None
    for side in (true, found):
        if side.masks is None or not len(side.masks):
            continue
        sizes = side.masks.sizes
        if size is None:
            size, first = (int(sizes[0, 0]), int(sizes[0, 1])), side.place_of(0)
        other = (sizes != np.array(size)).any(axis=1)
        if other.any():
            row = int(np.argmax(other))
            height, width = (int(value) for value in sizes[row])
            problem = (
                f"this mask is of {height} x {width} pixels (height x width), "
                f"that of {first} of {size[0]} x {size[1]}"
            )
            fix = f"write every mask of {true.name} in the size of its pictures"
            raise InputError("E-164", side.place_of(row), problem, fix, row=row)


def refuse_overlapping(side: Tracks) -> None:
    """Refuse a pixel that belongs to two objects of a frame, or to an object and an ignored region (E-589).

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> import numpy as np
    >>> both = np.ones((2, 1, 3), dtype=bool)
    >>> side = tracks_of_arrays({"frames": [0, 0], "ids": [1, 2], "masks": both}, "truth")
    >>> try:
    ...     refuse_overlapping(side)
    ... except InputError as error:
    ...     error.code, error.problem
    ('E-589', 'track 1 and track 2 share 3 pixels of frame 0')
    """
    for sequence in side.sequences:
        _refuse_in(sequence)


def _refuse_in(side: TrackedSequence) -> None:
    masks, frame = side.masks, side.frame
    if masks is None:
        return
    rows = len(side)
    regions = side.regions
    if regions is not None and len(regions.frame):
        frames, ignored = regions.by_frame()
        masks = concatenate_masks([masks, ignored])
        frame = np.concatenate([frame, frames])
    if not len(frame):
        return
    numbers, group = np.unique(frame, return_inverse=True)
    together = np.bincount(group, weights=mask_area(masks).astype(np.float64))
    united = mask_area(merge_masks(masks, groups=group))
    for place in np.flatnonzero(together != united).tolist():
        members = np.flatnonzero(group == place)
        for k, row in enumerate(members.tolist()):
            for earlier in members[:k].tolist():
                common = int(mask_area(merge_masks(masks[[earlier, row]], intersect=True))[0])
                if common:
                    shown = int(numbers[place]) + side.first
                    raise _overlapping(side, shown, earlier, row if row < rows else None, common)


def _overlapping(
    side: TrackedSequence, frame: int, first: int, second: int | None, common: int
) -> InputError:
    other = "an ignored region" if second is None else f"track {int(side.track[second])}"
    row = first if second is None else second
    pixels = "1 pixel" if common == 1 else f"{common} pixels"
    problem = f"track {int(side.track[first])} and {other} share {pixels} of frame {frame}"
    return InputError("E-589", side.place_of(row), problem, "give every pixel to one object", row=row)

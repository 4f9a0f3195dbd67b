"""Where things stand: scattered over the image, some overlapping a little, some cut by its border."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.scenes.overlap_of_boxes import cover_of

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.typing import BoolArray, FloatArray

__all__ = ["place"]

CANDIDATES = 10
"""Places tried for each thing; the one nearest to the wished overlap is taken."""

OVERLAPPING = 0.14
"""Share of things that wish to overlap another one, and how much of the smaller box is then covered."""
COVERED = 0.25
MOST_COVERED = 0.45

CUT = 0.09
"""Share of things that stand on the border of the image."""


def place(
    half: FloatArray, present: BoolArray, obstacles: FloatArray, size: tuple[int, int], chance: Chance
) -> tuple[FloatArray, BoolArray]:
    """Find places for up to S things in each of I images, in the order of the columns.

    Parameters
    ----------
    half : float64 array [I, S, 2]
        Half width and half height of each thing's box.
    present : bool array [I, S]
        Which of the columns hold a thing.
    obstacles : float64 array [I, 4]
        A box to keep clear of in each image; of no size where there is none.
    size : (width, height)
        Of the images.
    chance : Chance
        Where the draws come from.

    Returns
    -------
    centres : float64 array [I, S, 2]
    placed : bool array [I, S]
        False where nothing stands, or where every place tried was too crowded.
    """
    images, slots = present.shape
    centres = np.zeros((images, slots, 2))
    placed = np.zeros((images, slots), bool)
    standing = np.zeros((images, slots + 1, 4))
    standing[:, 0] = obstacles
    for slot in range(slots):
        tries = _tries(half[:, slot], size, chance)
        boxes = np.concatenate(
            [tries - half[:, None, slot], np.broadcast_to(2 * half[:, None, slot], tries.shape)], 2
        )
        covers = cover_of(boxes[:, :, None], standing[:, None, : slot + 1])
        cover = covers.max(axis=2)
        wish = COVERED * chance.happens(OVERLAPPING, images)
        blocked = covers[:, :, 0] > 0
        best = np.argmin(np.abs(cover - wish[:, None]) + blocked, axis=1)
        rows = np.arange(images)
        placed[:, slot] = present[:, slot] & (cover[rows, best] <= MOST_COVERED) & ~blocked[rows, best]
        centres[:, slot] = tries[rows, best]
        standing[:, slot + 1] = boxes[rows, best] * placed[:, slot, None]
    return centres, placed


def _tries(half: FloatArray, size: tuple[int, int], chance: Chance) -> FloatArray:
    """Candidate centres [I, CANDIDATES, 2]: all inside the image, or all on one border of it."""
    images = len(half)
    free = np.maximum(np.array(size) - 2 * half - 2, 0.0)[:, None]
    centres = half[:, None] + 1 + free * chance.uniform((images, CANDIDATES, 2))
    cut = chance.happens(CUT, images)
    border = chance.whole(4, images)
    outward = chance.between(-0.45, 0.2, (images, CANDIDATES))
    for side in range(4):
        axis, far = side % 2, side // 2
        here = np.flatnonzero(cut & (border == side))
        sign = 1.0 if far else -1.0
        centres[here, :, axis] = far * size[axis] + sign * outward[here] * half[here, None, axis]
    return centres

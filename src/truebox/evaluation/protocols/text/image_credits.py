"""DetEval's matching of one image: what each detection adds to recall and to precision.

Facts relied on (Wolf and Jolion, IJDAR 8, 2006, and the script of the Robust Reading Competition): a pair
that is alone gives 1 to both; a word found in pieces gives 0.8 to recall and 0.8 for each piece to precision;
several words found by one detection give 1 each to recall and 1 to precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["ImageShares", "credited"]

_SPLIT = 0.8
_DIGITS = 4
_NONE = -1


class ImageShares(NamedTuple):
    """Words and detections of one image that meet any of the other side, each in the order of its file.

    Parameters
    ----------
    of_true, of_found : arrays [G, D]
        What a pair shares, as a share of the word and of the detection.
    counting_true, counting_found : bool arrays [G], [D]
    true_corners, found_corners : G and D arrays [P, 2]
    """

    of_true: FloatArray
    of_found: FloatArray
    counting_true: BoolArray
    counting_found: BoolArray
    true_corners: Sequence[FloatArray]
    found_corners: Sequence[FloatArray]


def credited(
    sides: ImageShares, least_of_true: float, least_of_found: float
) -> tuple[FloatArray, Int64Array]:
    """What each detection adds to recall and precision [D, 2], and the word it stands for [D], -1 for none.

    What a split adds to recall is with its first piece; of a merge the first word is named.

    Examples
    --------
    One word in two halves: 0.8 of a word is found, by two detections that are worth 0.8 each.

    >>> box = [np.array([[0.0, 0], [4, 0], [4, 2], [0, 2]])]
    >>> halves = ImageShares(np.array([[0.5, 0.5]]), np.ones((1, 2)), np.ones(1, bool), np.ones(2, bool),
    ...     box, 2 * box)
    >>> [each.tolist() for each in credited(halves, 0.8, 0.4)]
    [[[0.8, 0.8], [0.0, 0.8]], [0, 0]]
    """
    detections = sides.of_true.shape[1]
    values, partner = np.zeros((detections, 2)), np.full(detections, _NONE, dtype=np.int64)
    free_word, free = sides.counting_true.copy(), sides.counting_found.copy()
    fits = (sides.of_true >= least_of_true) & (sides.of_found >= least_of_found)
    meets = sides.of_true > 0
    meets_of_word = (meets & sides.counting_found).sum(axis=1)
    meets_of_found = (meets & sides.counting_true[:, None]).sum(axis=0)
    alone = (fits.sum(axis=1) == 1)[:, None] & (fits.sum(axis=0) == 1) & fits
    for word, found in zip(*(each.tolist() for each in np.nonzero(alone)), strict=True):
        single = meets_of_word[word] == 1 and meets_of_found[found] == 1
        if free_word[word] and free[found] and single and _centred(sides, word, found):
            free_word[word] = free[found] = False
            values[found], partner[found] = 1.0, word
    for word in np.flatnonzero(free_word).tolist():
        pieces = np.flatnonzero(free & (sides.of_found[word] >= least_of_found))
        enough = round(float(sum(sides.of_true[word, pieces].tolist())), _DIGITS) >= least_of_true
        if enough and meets_of_word[word] >= 2:
            worth = 1.0 if len(pieces) == 1 else _SPLIT
            free_word[word], free[pieces] = False, False
            values[pieces, 1], values[pieces[0], 0], partner[pieces] = worth, worth, word
    for found in np.flatnonzero(free).tolist():
        held = np.flatnonzero(free_word & (sides.of_true[:, found] >= least_of_true))
        enough = round(float(sum(sides.of_found[held, found].tolist())), _DIGITS) >= least_of_found
        if enough and meets_of_found[found] >= 2:
            free[found], free_word[held] = False, False
            values[found], partner[found] = (float(len(held)), 1.0), held[0]
    return values, partner


def _centred(sides: ImageShares, word: int, found: int) -> bool:
    """Whether the centres are nearer than half the sum of the diagonals of the boxes around."""
    true, box = sides.true_corners[word], sides.found_corners[found]
    apart = float(np.hypot(*(true.mean(axis=0) - box.mean(axis=0))))
    diagonals = sum(float(np.hypot(*(each.max(axis=0) - each.min(axis=0)))) for each in (true, box))
    return 2 * apart / diagonals < 1

"""DetEval's matching of each image: what each detection adds to recall and to precision.

Facts relied on (Wolf and Jolion, IJDAR 8, 2006, and the script of the Robust Reading Competition): a pair
that is alone gives 1 to both; a word found in pieces gives 0.8 to recall and 0.8 for each piece to precision;
several words found by one detection give 1 each to recall and 1 to precision.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import evaluation as native

if TYPE_CHECKING:
    from truebox.evaluation.protocols.text.close_calls import Overlaps
    from truebox.evaluation.protocols.text.outlines import MetPairs
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["credited", "enough_to_round"]

_DIGITS = 4


def enough_to_round(least: float) -> float:
    """The smallest number that rounds to `least` or more at four digits, as the kit rounds sums.

    Examples
    --------
    >>> enough_to_round(0.8), round(0.79995, 4), round(math.nextafter(0.79995, 0), 4)
    (0.79995, 0.8, 0.7999)
    """
    border = Fraction(round(least * 10**_DIGITS) * 2 - 1, 2 * 10**_DIGITS)
    near = float(border)
    return near if Fraction(near) >= border else math.nextafter(near, 1.0)


def credited(
    pairs: MetPairs,
    offsets: Int64Array,
    each: Overlaps,
    least: tuple[float, float],
    counting: tuple[BoolArray, BoolArray],
) -> tuple[FloatArray, Int64Array]:
    """What each detection adds to recall and precision [D, 2], and the word it stands for [D], -1 for none.

    What a split adds to recall is with its first piece; of a merge the first word is named.

    Parameters
    ----------
    pairs : MetPairs
        By image and class, then by word.
    offsets : int64 array
        The first pair of every image and class, and their number.
    each : Overlaps
        Of the pairs.
    least : tuple of float
        The share of the word and of the detection that suffice.
    counting : tuple of bool arrays
        Which words and which detections count, by row.
    """
    words, found = counting
    values, partner = np.zeros((len(found), 2)), np.full(len(found), -1, dtype=np.int64)
    native.deteval_credits(
        offsets,
        pairs.found,
        pairs.true,
        each.of_true,
        each.of_found,
        np.array([*least, *map(enough_to_round, least)]),
        words.astype(np.uint8),
        found.astype(np.uint8),
        *pairs.true_corners,
        *pairs.found_corners,
        values,
        partner,
    )
    return values, partner

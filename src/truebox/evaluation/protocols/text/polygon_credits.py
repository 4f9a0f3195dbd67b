"""DetEval's matching of each image as Total-Text has it: polygons, and shares of two digits.

Facts relied on (Ch'ng and Chan, ICDAR 2017, and `Deteval.py` of cs-chan/Total-Text-Dataset): a pair gives 1
to recall and 1 to precision; a word found in pieces 0.8 to recall and 0.8 for each piece to precision;
several words found by one detection 0.8 each to recall and 0.8 to precision. The kit does not ask whether
what fits by either share is one detection; of a word 0.6 suffices where it is one of several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import evaluation as native

if TYPE_CHECKING:
    from truebox.evaluation.protocols.text.outlines import MetPairs
    from truebox.typing import FloatArray, Int64Array

__all__ = ["OF_FOUND", "OF_TRUTH", "polygon_credited"]

OF_TRUTH, OF_FOUND = 0.7, 0.6


def polygon_credited(
    pairs: MetPairs, offsets: Int64Array, of_true: FloatArray, of_found: FloatArray, count: int
) -> tuple[FloatArray, Int64Array]:
    """What each detection adds to recall and precision [D, 2], and the word it stands for [D], -1 for none.

    Parameters
    ----------
    pairs : MetPairs
        By image and class, then by word.
    offsets : int64 array
        The first pair of every image and class, and their number.
    of_true, of_found : float64 arrays [P]
        What each pair shares, as a share of the word and of the detection, rounded to two digits.
    count : int
        Of detections.
    """
    values, partner = np.zeros((count, 2)), np.full(count, -1, dtype=np.int64)
    words = len(pairs.true_corners.offsets) - 1
    native.polygon_credits(
        offsets, pairs.found, pairs.true, of_true, of_found, OF_TRUTH, OF_FOUND, words, values, partner
    )
    return values, partner

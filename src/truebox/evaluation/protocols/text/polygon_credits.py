"""DetEval's matching of one image as Total-Text has it: polygons, and shares of two digits.

Facts relied on (Ch'ng and Chan, ICDAR 2017, and `Deteval.py` of cs-chan/Total-Text-Dataset): a pair gives 1
to recall and 1 to precision; a word found in pieces 0.8 to recall and 0.8 for each piece to precision;
several words found by one detection 0.8 each to recall and 0.8 to precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["OF_FOUND", "OF_TRUTH", "polygon_credited"]

OF_TRUTH, OF_FOUND = 0.7, 0.6
_PART = 0.8
_NONE = -1


def polygon_credited(of_true: FloatArray, of_found: FloatArray) -> tuple[FloatArray, Int64Array]:
    """What each detection adds to recall and precision [D, 2], and the word it stands for [D], -1 for none.

    Parameters
    ----------
    of_true, of_found : arrays [G, D]
        What each pair shares, as a share of the word and of the detection, rounded to two digits.

    Examples
    --------
    Two words in one detection: 0.8 of each is found, and the detection is worth 0.8.

    >>> [each.tolist() for each in polygon_credited(np.array([[1.0], [1.0]]), np.array([[0.5], [0.5]]))]
    [[[1.6, 0.8]], [0]]
    """
    image = _Credits(of_true, of_found)
    image.pairs()
    image.words_in_pieces()
    image.words_in_one()
    return image.values, image.partner


class _Credits:
    """One image: what is still free, and what was credited."""

    def __init__(self, of_true: FloatArray, of_found: FloatArray) -> None:
        self.of_true, self.of_found = of_true, of_found
        words, detections = of_true.shape
        self.values = np.zeros((detections, 2))
        self.partner = np.full(detections, _NONE, dtype=np.int64)
        self.free_word, self.free = np.ones(words, dtype=bool), np.ones(detections, dtype=bool)

    def credit(self, word: int, found: int) -> None:
        self.free_word[word] = self.free[found] = False
        self.values[found] += 1.0
        self.partner[found] = word

    def pairs(self) -> None:
        """The kit does not ask whether what fits by either share is one detection."""
        above_true, above_found = self.of_true > OF_TRUTH, self.of_found > OF_FOUND
        for word in range(len(self.of_true)):
            by_true, by_found = np.flatnonzero(above_true[word]), np.flatnonzero(above_found[word])
            alone = len(by_true) == 1 and len(by_found) == 1
            if alone and above_true[:, by_true[0]].sum() == 1 and above_found[:, by_found[0]].sum() == 1:
                self.credit(word, int(by_true[0]))

    def words_in_pieces(self) -> None:
        for word in np.flatnonzero(self.free_word & ((self.of_true > 0).sum(axis=1) > 1)).tolist():
            pieces = np.flatnonzero((self.of_found[word] >= OF_FOUND) & self.free)
            if len(pieces) == 1:
                if self.of_true[word, pieces[0]] >= OF_TRUTH:
                    self.credit(word, int(pieces[0]))
            elif np.sum(self.of_true[word, pieces]) >= OF_TRUTH:
                self.free_word[word], self.free[pieces] = False, False
                self.values[pieces, 1], self.values[pieces[0], 0] = _PART, _PART
                self.partner[pieces] = word

    def words_in_one(self) -> None:
        """Of a word 0.6 suffices here, where it is one of several."""
        for found in np.flatnonzero(self.free & ((self.of_found > 0).sum(axis=0) > 1)).tolist():
            held = np.flatnonzero((self.of_true[:, found] >= OF_FOUND) & self.free_word)
            if len(held) == 1:
                if self.of_found[held[0], found] >= OF_FOUND and self.of_true[held[0], found] >= OF_TRUTH:
                    self.credit(int(held[0]), found)
            elif np.sum(self.of_found[held, found]) >= OF_FOUND:
                self.free[found], self.free_word[held] = False, False
                self.values[found], self.partner[found] = (len(held) * _PART, _PART), held[0]

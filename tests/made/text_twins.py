"""DetEval's matching of one image in plain Python, as tables of words and detections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from truebox.evaluation.protocols.text.outlines import MetPairs
from truebox.records import Outlines

FloatArray = BoolArray = Int64Array = Any


_SPLIT = 0.8
_DIGITS = 4


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


def deteval_twin(
    sides: ImageShares, least_of_true: float, least_of_found: float
) -> tuple[FloatArray, Int64Array]:
    """What each detection adds to recall and precision [D, 2], and the word it stands for [D], -1 for none.

    What a split adds to recall is with its first piece; of a merge the first word is named.

    """
    detections = sides.of_true.shape[1]
    values, partner = np.zeros((detections, 2)), np.full(detections, -1, dtype=np.int64)
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


OF_TRUTH, OF_FOUND = 0.7, 0.6
_PART = 0.8


def polygon_twin(of_true: FloatArray, of_found: FloatArray) -> tuple[FloatArray, Int64Array]:
    """What each detection adds to recall and precision [D, 2], and the word it stands for [D], -1 for none.

    Parameters
    ----------
    of_true, of_found : arrays [G, D]
        What each pair shares, as a share of the word and of the detection, rounded to two digits.

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
        self.partner = np.full(detections, -1, dtype=np.int64)
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


def pairs_of_table(
    of_true: Any, of_found: Any, true_corners: Any, found_corners: Any
) -> tuple[MetPairs, Any]:
    """The pairs of one image that share anything, in the order of words, and where it begins and ends."""
    word, found = map(np.ascontiguousarray, np.nonzero(np.asarray(of_true) > 0))
    sides = []
    for corners in (found_corners, true_corners):
        points = [np.asarray(each, dtype=float).reshape(-1, 2) for each in corners]
        offsets = np.array([0, *map(len, points)], dtype=np.int64).cumsum()
        sides.append(Outlines(np.concatenate([np.empty((0, 2)), *points]).reshape(-1), offsets))
    ones = np.ones(len(word))
    return MetPairs(found, word, ones, ones, ones, *sides), np.array([0, len(word)], dtype=np.int64)

"""Outcomes in a form from which those of one slice are made quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import BoolArray, WordArray

__all__ = ["SliceOutcomes"]

_WORD = 64


class SliceOutcomes:
    """The outcomes at all sizes, taken apart once: true positives by their truth, false ones as bits.

    Parameters
    ----------
    result : Result

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> found = SliceOutcomes(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> found.hits_on(np.array([True])).tolist(), found.false.tolist()
    ([[1023]], [[0]])
    """

    def __init__(self, result: Result) -> None:
        table, state = result.matches, result.state
        self.count, thresholds = len(table.detections), len(state.parameters.iou_thresholds)
        sizes = [min(_WORD, thresholds - first) for first in range(0, thresholds, _WORD)]
        main = state.parameters.main_range * thresholds
        places = [(main + _WORD * word, size) for word, size in enumerate(sizes)]
        self.every: WordArray = np.array([_low_bits(size) for size in sizes], dtype=np.uint64)
        """The bits of all thresholds [W]."""
        matched, ignored = (
            np.stack([_field(words, *place) for place in places], axis=1)
            for words in (state.matched, state.ignored)
        )
        self.false: WordArray = self.every & ~(matched | ignored)
        """False positives [N, W]."""
        hits = matched & ~ignored
        self._rows = np.flatnonzero(hits.any(axis=1))
        counted = np.unpackbits(_bytes_of(hits[self._rows]), axis=1, bitorder="little", count=thresholds)
        # The last truth is that of no detection, and in no slice.
        partner = table.detections.matched_truth[self._rows]
        self._partner = np.where(counted != 0, partner, len(table.truths))

    def hits_on(self, truths: BoolArray) -> WordArray:
        """The true positives whose truth is one of these [G], as bits [N, W]."""
        inside = np.append(truths, False)[self._partner]
        packed = np.packbits(inside, axis=1, bitorder="little")
        of_rows = np.zeros((len(packed), len(self.every) * _WORD // 8), dtype=np.uint8)
        of_rows[:, : packed.shape[1]] = packed
        found = np.zeros((self.count, len(self.every)), dtype=np.uint64)
        found[self._rows] = of_rows.view("<u8")
        return found


def _low_bits(count: int) -> int:
    return (1 << count) - 1


def _field(words: WordArray, first: int, count: int) -> WordArray:
    """So many bits, at most 64, from one on [N]."""
    word, shift = divmod(first, _WORD)
    found = words[:, word] >> np.uint64(shift)
    if shift + count > _WORD:
        found = found | words[:, word + 1] << np.uint64(_WORD - shift)
    field: WordArray = found & np.uint64(_low_bits(count))
    return field


def _bytes_of(words: WordArray) -> np.ndarray:
    """The bytes of each row, the lowest first."""
    return np.ascontiguousarray(words.astype("<u8")).view(np.uint8)

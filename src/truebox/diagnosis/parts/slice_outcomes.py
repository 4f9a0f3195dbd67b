"""Outcomes in a form from which those of one slice are made quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import diagnosis as native
from truebox._native.threads import thread_count

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import BoolArray, Int64Array, WordArray

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
    >>> matched, ignored, counted = found.of_slices(np.array([[True]]), np.array([[False]]))
    >>> matched.tolist(), ignored.tolist(), counted.tolist()
    ([[1023]], [[0]], [1])
    """

    def __init__(self, result: Result) -> None:
        table, state = result.matches, result.state
        self.count, self._thresholds = len(table.detections), len(state.parameters.iou_thresholds)
        sizes = [min(_WORD, self._thresholds - first) for first in range(0, self._thresholds, _WORD)]
        main = state.parameters.main_range * self._thresholds
        places = [(main + _WORD * word, size) for word, size in enumerate(sizes)]
        every: WordArray = np.array([_low_bits(size) for size in sizes], dtype=np.uint64)
        matched, ignored = (
            np.stack([_field(words, *place) for place in places], axis=1)
            for words in (state.matched, state.ignored)
        )
        self.false: WordArray = every & ~(matched | ignored)
        """False positives [N, W]."""
        hits = matched & ~ignored
        self._rows = np.flatnonzero(hits.any(axis=1))
        counted = np.unpackbits(
            _bytes_of(hits[self._rows]), axis=1, bitorder="little", count=self._thresholds
        )
        partner = table.detections.matched_truth[self._rows]
        self._partner = np.where(counted != 0, partner, -1).astype(np.int32)

    def of_slices(self, truths: BoolArray, detections: BoolArray) -> tuple[WordArray, WordArray, Int64Array]:
        """Outcomes of at most 64 slices, as a match state with a range of sizes for each has them.

        Everything outside a slice is ignored in it.

        Parameters
        ----------
        truths : bool array [S, G]
            Which are in each slice.
        detections : bool array [S, N]
            Which count for each where they are false.

        Returns
        -------
        matched, ignored : uint64 arrays [N, W]
            Bit ``s * thresholds + t``.
        counted : int64 array [S]
            Detections that are not ignored at the first threshold.
        """
        words = -(-len(truths) * self._thresholds // _WORD)
        matched, ignored = (np.empty((self.count, words), dtype=np.uint64) for _ in range(2))
        counted = np.empty(len(truths), dtype=np.int64)
        native.slice_outcomes(
            self.false,
            self._rows,
            self._partner,
            truths.view(np.uint8),
            detections.view(np.uint8),
            matched,
            ignored,
            counted,
            thread_count(None),
        )
        return matched, ignored, counted


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

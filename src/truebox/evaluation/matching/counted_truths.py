"""The truths that count, image by image: what the number of truths in a match state is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.errors import ArgumentError
from truebox.evaluation.matching.matching import effective_ranges
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.typing import BoolArray, Int32Array, Int64Array, WordArray

__all__ = ["CountedTruths", "counted_truths"]

_MOST_RANGES = 64


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CountedTruths:
    """One entry per truth that counts in some area range, by (category, image).

    Parameters
    ----------
    category, image : int32 arrays [G]
        Indices into the categories and images of the match state.
    row : int64 array [G]
        Row in the truth's file.
    inside : uint64 array [G]
        Bit ``a`` is set where the truth counts in area range ``a``.
    offsets : int64 array [K + 1]
        Where each category begins, and the end.
    """

    category: Int32Array
    image: Int32Array
    row: Int64Array
    inside: WordArray
    offsets: Int64Array

    def counts_in(self, area_range: int) -> BoolArray:
        """Which truths count in an area range [G]."""
        counts: BoolArray = (self.inside >> np.uint64(area_range)) & np.uint64(1) != 0
        return counts


def counted_truths(result: Result) -> CountedTruths:
    """The truths behind ``result.state.truths``; their sums over the images are exactly these.

    Raises
    ------
    ArgumentError
        The result was not made by `evaluate`, or there are over 64 area ranges.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> counted = counted_truths(evaluate(truth, [{"score": 0.9, **box}]))
    >>> counted.image.tolist(), counted.counts_in(2).tolist()  # in the third range, "medium"
    ([0], [True])
    """
    state = result.state
    ranges = effective_ranges(state.parameters, state.mended)
    if len(ranges) > _MOST_RANGES:
        raise ArgumentError(
            f"area_ranges: {len(ranges)} are more than the {_MOST_RANGES} that can be resampled. "
            "Fix: evaluate with fewer area ranges."
        )
    if result.ground is None:
        raise ArgumentError(
            "result: it does not hold what it was made of. Fix: pass a result as truebox.evaluate gave it."
        )
    columns = result.ground.columns
    inside = np.zeros(len(columns.area), dtype=np.uint64)
    for bit, (low, high) in enumerate(ranges):
        below = columns.area < high if Quirk.AREA_CLOSED in state.mended else columns.area <= high
        inside |= ((columns.area >= low) & below).astype(np.uint64) << np.uint64(bit)
    if columns.outside is not None:
        inside &= ~columns.outside
    counting = columns.ignored == 0
    if columns.missed is not None:
        inside = np.where(counting, inside, inside & columns.missed)
        counting = np.ones_like(counting)
    held = counting & (columns.image >= 0) & (columns.category >= 0) & (inside != 0)
    kept = np.flatnonzero(held)
    category = columns.category[kept]
    if state.parameters.class_agnostic:
        category = np.zeros_like(category)
    order = np.argsort(category.astype(np.int64) * len(state.images) + columns.image[kept], kind="stable")
    kept, category = kept[order], category[order]
    found = CountedTruths(
        category=np.ascontiguousarray(category),
        image=np.ascontiguousarray(columns.image[kept]),
        row=columns.rows[kept],
        inside=inside[kept],
        offsets=np.searchsorted(category, np.arange(len(state.truths) + 1)).astype(np.int64),
    )
    _check(found, state.truths)
    return found


def _check(found: CountedTruths, expected: Int64Array) -> None:
    for a in range(expected.shape[1]):
        counts = np.bincount(found.category[found.counts_in(a)], minlength=len(expected))
        if not np.array_equal(counts, expected[:, a]):
            raise ArgumentError(
                "result: its truths are not those of its match state. "
                "Fix: pass a result as truebox.evaluate gave it."
            )

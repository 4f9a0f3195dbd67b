"""Pairs of an image and a class of which a truth states something: where these stand in an alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.records import Truth
    from truebox.typing import BoolArray, Int32Array

__all__ = ["StatedPairs", "stated_places"]

_NEVER = -1


class StatedPairs:
    """A set of (image, category) pairs of an alignment.

    Parameters
    ----------
    images, categories : int
        How many there are of each.

    Examples
    --------
    >>> pairs = StatedPairs(2, 3)
    >>> pairs.add(np.array([1, -1]), np.array([2, 0]))
    >>> pairs.hold(np.array([1, 0]), np.array([2, 0])).tolist()
    [True, False]
    """

    def __init__(self, images: int, categories: int) -> None:
        self._categories = categories
        self._held = np.zeros(images * categories, dtype=bool)

    def add(self, image: Any, category: Any) -> None:
        """Add pairs; those with -1 are none."""
        good = (image >= 0) & (category >= 0)
        self._held[self._keys(image[good], category[good])] = True

    def hold(self, image: Any, category: Any) -> BoolArray:
        """Which of these pairs are in the set."""
        held: BoolArray = self._held[self._keys(image, category)]
        return held

    def _keys(self, image: Any, category: Any) -> Any:
        return image.astype(np.int64) * self._categories + category


def stated_places(truth: Truth, alignment: Alignment) -> tuple[Int32Array, Int32Array]:
    """Index in the alignment of each image and category of the truth, -1 where it is not evaluated."""
    tables = []
    for listed, evaluated in (
        (truth.images.ids, alignment.images),
        (truth.categories.ids, alignment.categories),
    ):
        place = {each: row for row, each in enumerate(evaluated.tolist())}
        tables.append(np.array([place.get(each, _NEVER) for each in listed.tolist()], dtype=np.int32))
    return tables[0], tables[1]

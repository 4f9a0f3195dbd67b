"""The images that the page has no room for: their names and ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import Int64Array

__all__ = ["ids_beyond", "image_numbers", "images_beyond"]


def image_numbers(places: Int64Array, count: int) -> Int64Array:
    """Number `count` images anew: those at `places` first, in their order, then all others in theirs [count].

    Examples
    --------
    >>> image_numbers(np.array([2, 0]), 4).tolist()
    [1, 2, 0, 3]
    """
    numbers = np.full(count, -1, dtype=np.int64)
    numbers[places] = np.arange(len(places))
    others = np.flatnonzero(numbers < 0)
    numbers[others] = len(places) + np.arange(len(others))
    return numbers


def images_beyond(result: Result, places: Int64Array) -> list[str]:
    """Names of the images that are not at `places`, as `image_numbers` goes on to count them.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> found = [box | {"scores": [score]} for score in (0.5, 0.4)]
    >>> images_beyond(tb.evaluate([box, box], found, mode="corrected"), np.array([0]))
    ['image 1']
    """
    ids = result.state.images.tolist()
    rows = {value: row for row, value in enumerate(result.truth.images.ids.tolist())}
    names = result.truth.images.file_names
    shown = set(places.tolist())
    return [names[rows[key]] or f"image {key}" for place, key in enumerate(ids) if place not in shown]


def ids_beyond(result: Result, places: Int64Array) -> list[Any]:
    """Ids of the same images, in the same order.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> found = [box | {"scores": [score]} for score in (0.5, 0.4)]
    >>> ids_beyond(tb.evaluate([box, box], found, mode="corrected"), np.array([0]))
    [1]
    """
    shown = set(places.tolist())
    return [key for place, key in enumerate(result.state.images.tolist()) if place not in shown]

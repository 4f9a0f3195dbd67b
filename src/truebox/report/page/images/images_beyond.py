"""The images that the page has no room for: their names, and what a filter must know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.report.page.side import Side
    from truebox.typing import Int64Array

__all__ = ["image_numbers", "images_beyond", "truths_beyond"]

_NEVER = -np.inf


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


def truths_beyond(side: Side, places: Int64Array) -> dict[str, Any]:
    """Of each truth that counts on an image beyond `places`: image, class, and from which score it is taken.

    ``found`` is the score of the detection that finds it, ``confused`` that of the detection beside which
    the confusion matrix puts it: down to that score it is not missed. Minus infinity stands for none.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> truths_beyond(side, np.array([0]))["image"]
    {'type': 'Int32Array', 'bytes': ''}
    """
    table, partner = side.result.matches, side.matrix.partner
    numbers = image_numbers(places, len(side.result.state.images))
    score = table.detections.score
    confused = np.full(len(table.truths), _NEVER)
    paired = partner >= 0
    np.maximum.at(confused, partner[paired], score[paired])
    found = np.append(score, _NEVER)[table.truths.matched_detection[:, side.threshold]]
    image = numbers[table.truths.image]
    rows = np.flatnonzero((image >= len(places)) & ~table.truths.ignored)
    return {
        "image": packed(image[rows], "i4"),
        "category": packed(table.truths.category[rows], "u2"),
        "found": packed(found[rows], "f8"),
        "confused": packed(confused[rows], "f8"),
    }

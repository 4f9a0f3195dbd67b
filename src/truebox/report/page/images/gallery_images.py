"""Which images are worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.report.page.side import Side
    from truebox.typing import FloatArray, Int64Array

__all__ = ["ImageChoice", "gallery_images"]


@dataclass(frozen=True, slots=True, eq=False)
class ImageChoice:
    """Images for the gallery.

    Parameters
    ----------
    places : int64 array
        Indices into ``result.state.images``, most useful first.
    reason : str
        How they were chosen, for people.
    """

    places: Int64Array
    reason: str


def gallery_images(sides: Sequence[Side], budget: int, wanted: Sequence[int | str] = ()) -> ImageChoice:
    """At most `budget` images: one for every kind of confusion, then those with most wrong on them.

    A quarter of the budget at most goes to the images that are `wanted` for another reason, by their ids:
    likely label errors, and what changed most from one result to the next.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> gallery_images([Side.of(result)], 300).places.tolist()
    [0]
    """
    images = sides[0].result.state.images
    count = len(images)
    worth = np.zeros(count)
    first: list[int] = []
    for side in sides:
        own = _wrong(side, count)
        worth += own
        first += _one_of_each_confusion(side, own)
    place = {value: index for index, value in enumerate(images.tolist())}
    asked = [place[each] for each in wanted if each in place]
    first = [*asked[: budget // 4], *first]
    chosen = list(dict.fromkeys(first))[: budget // 2]
    order = np.argsort(-worth, kind="stable")
    taken = set(chosen)
    rest = [index for index in order.tolist() if index not in taken]
    places = np.array([*chosen, *rest][:budget], dtype=np.int64)
    places = places[np.argsort(-worth[places], kind="stable")]
    reason = (
        "All images"
        if count <= budget
        else f"{len(places):,} of {count:,} images: one for every confusion of classes, likely label errors"
        f"{' and images that changed most' if len(sides) > 1 else ''}, then those with most missed and false"
    )
    return ImageChoice(places, reason)


def _wrong(side: Side, count: int) -> FloatArray:
    """Per image: missed truths, and false positives at the operating score."""
    table = side.result.matches
    false = (side.outcome == 0) & (table.detections.score >= side.cut)
    partner = table.truths.matched_detection[:, side.threshold]
    score = np.append(table.detections.score, -np.inf)[partner]
    missed = ~table.truths.ignored & (score < side.cut)
    wrong: FloatArray = np.bincount(table.detections.image[false], minlength=count).astype(np.float64)
    wrong += np.bincount(table.truths.image[missed], minlength=count)
    return wrong


def _one_of_each_confusion(side: Side, worth: FloatArray) -> list[int]:
    """For each pair of classes that are taken for each other, the image with most wrong on it."""
    table, matrix = side.result.matches, side.matrix
    rows = np.flatnonzero((matrix.partner >= 0) & (table.detections.score >= side.cut))
    true = matrix.true[matrix.partner[rows]]
    off = rows[true != matrix.predicted[rows]]
    best: dict[tuple[int, int], int] = {}
    for row in off[np.argsort(-worth[table.detections.image[off]], kind="stable")].tolist():
        pair = int(matrix.true[matrix.partner[row]]), int(matrix.predicted[row])
        best.setdefault(pair, int(table.detections.image[row]))
    return list(best.values())

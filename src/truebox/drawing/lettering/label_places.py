"""Where labels go: beside what they name, inside the picture, off each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["LabelPlace", "place_labels"]

# A label over the edge of another box costs as much as this many places further down the list.
_EDGE_COST = 4
# Over the box it names a label goes only where no side is free.
_OWN_COST = 1000


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """The upper left corner of a label, and which of its forms fits there."""

    x: int
    y: int
    form: int


def place_labels(
    forms: Sequence[Sequence[tuple[int, int]]], anchors: FloatArray, picture: tuple[int, int], gap: int
) -> list[LabelPlace | None]:
    """Where each label goes, and in which of its forms; the first labels choose first.

    Each label tries places around its box and takes the one that covers the fewest edges of other boxes; the
    order of the places decides between equals. It lies on its own box only where no side is free. Two labels
    never overlap. A label whose first form finds no place tries its next one.

    Parameters
    ----------
    forms : sequence [N] of sequences of (width, height)
        Of each label, the best form first.
    anchors : array [N, 4]
        Boxes, as corners, that the labels name.
    picture : (width, height)
        No label leaves it.
    gap : int
        How far a label stays off the box it names.

    Returns
    -------
    list of LabelPlace or None
        None where no form has a free place.

    Examples
    --------
    >>> import numpy as np
    >>> boxes = np.array([[10.0, 20.0, 60.0, 70.0], [12.0, 22.0, 60.0, 70.0]])
    >>> for place in place_labels([[(30, 10)], [(30, 10)]], boxes, (100, 100), 1):
    ...     print(place)
    LabelPlace(x=9, y=9, form=0)
    LabelPlace(x=11, y=71, form=0)
    """
    taken = np.empty((0, 4))
    places: list[LabelPlace | None] = []
    for row, sizes in enumerate(forms):
        spots = [_spots(anchors[row], *size, picture, gap) for size in sizes]
        place = _free_place(spots, anchors[row], np.delete(anchors, row, axis=0), taken)
        places.append(place)
        if place is not None:
            width, height = sizes[place.form]
            taken = np.vstack((taken, (place.x, place.y, place.x + width, place.y + height)))
    return places


def _free_place(
    forms: Sequence[FloatArray], own: FloatArray, others: FloatArray, taken: FloatArray
) -> LabelPlace | None:
    for form, spots in enumerate(forms):
        free = ~_touching(spots, taken).any(axis=1)
        if free.any():
            cost = np.arange(len(spots)) + _EDGE_COST * _over_edges(spots, others)
            cost = cost + _OWN_COST * _touching(spots, own[None])[:, 0]
            best = int(np.where(free, cost, np.inf).argmin())
            return LabelPlace(int(spots[best, 0]), int(spots[best, 1]), form)
    return None


def _spots(anchor: FloatArray, width: int, height: int, picture: tuple[int, int], gap: int) -> FloatArray:
    """Places [S, 4] for a label, the best first, all inside the picture; none where it does not fit."""
    if width > picture[0] or height > picture[1]:
        return np.empty((0, 4))
    x0, y0, x1, y1 = (float(side) for side in anchor)
    left, right, middle = x0 - gap, x1 + gap - width, (x0 + x1 - width) / 2
    above, below = y0 - gap - height, y1 + gap
    top, bottom = y0 + gap, y1 - gap - height
    corners = np.array(
        [
            (left, above), (right, above), (left, below), (right, below),
            (left + 2 * gap, top), (right - 2 * gap, top),
            (left + 2 * gap, bottom), (right - 2 * gap, bottom),
            (x0 - gap - width, y0 - gap), (x1 + gap, y0 - gap),
            (x0 - gap - width, bottom), (x1 + gap, bottom),
            (middle, above), (middle, below), (middle, (y0 + y1 - height) / 2),
            (x0 - gap - width, (y0 + y1 - height) / 2), (x1 + gap, (y0 + y1 - height) / 2),
            (left, above - height), (left, below + height), (left, top + height), (left, bottom - height),
        ]
    )  # fmt: skip
    limits = np.maximum((picture[0] - width, picture[1] - height), 0)
    inside = np.clip(np.rint(corners), 0, limits)
    return np.hstack((inside, inside + np.array([width, height])))


def _touching(spots: FloatArray, boxes: FloatArray) -> BoolArray:
    """Which of the places [S] overlaps which of the boxes [B]."""
    a, b = spots[:, None], boxes[None]
    apart = (a[..., :2] >= b[..., 2:]) | (b[..., :2] >= a[..., 2:])
    return np.logical_not(apart.any(axis=-1))


def _over_edges(spots: FloatArray, boxes: FloatArray) -> Int64Array:
    """How many boxes have an edge under each place."""
    a, b = spots[:, None], boxes[None]
    within = ((b[..., :2] < a[..., :2]) & (a[..., 2:] < b[..., 2:])).all(axis=-1)
    crossed = _touching(spots, boxes) & ~within
    counts: Int64Array = crossed.astype(np.int64).sum(axis=1)
    return counts

"""Where labels go: beside what they name, inside the picture, off each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import drawing as native

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["LabelPlace", "place_labels"]


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
    offsets = np.cumsum([0, *(len(sizes) for sizes in forms)])
    flat = np.array([size for sizes in forms for size in sizes], np.int64).reshape(-1, 2)
    boxes = np.ascontiguousarray(anchors, dtype=np.float64)
    found = native.label_places(flat, offsets, boxes, *picture, gap)
    return [None if form < 0 else LabelPlace(x, y, form) for x, y, form in found]

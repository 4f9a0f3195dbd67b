"""The ids of COCO's 80 classes, which leave out ten of the numbers 1 to 90."""

from __future__ import annotations

from collections.abc import Collection

__all__ = ["COCO_IDS", "coco_ids_for"]

_NOT_IN_COCO = (12, 26, 29, 30, 45, 66, 68, 69, 71, 83)
COCO_IDS = tuple(number for number in range(1, 91) if number not in _NOT_IN_COCO)
"""By the position that models have: ``categories`` of instances_val2017.json in their order."""


def coco_ids_for(listed: Collection[int]) -> dict[int, int]:
    """Predicted id to id of a truth whose classes are `listed`: one side has positions, the other these ids.

    The truth has positions where it has the id 0; else it has the published ids.

    Examples
    --------
    >>> coco_ids_for([1, 13, 90])
    {0: 1, 11: 13, 79: 90}
    >>> coco_ids_for([0, 11])
    {1: 0, 13: 11}
    """
    if 0 in listed:
        pairs = {published: place for place, published in enumerate(COCO_IDS)}
    else:
        pairs = dict(enumerate(COCO_IDS))
    return {found: true for found, true in pairs.items() if true in listed}

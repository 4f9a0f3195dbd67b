"""Boxes and masks that come together in a class above their own: the kit joins each of them with each."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.records import Ids, SegmentationKind
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["each_with_each"]


def each_with_each(truth: Truth) -> Truth:
    """The truth in which boxes of one image, class, place and kind share their masks.

    The kit copies boxes and masks into the classes above first, and joins them then: of two boxes at one
    place whose classes have one above, that one has four objects.
    """
    held = truth.segmentations
    if held is None or len(truth) == 0:
        return truth
    columns = [truth.image.values.tolist(), truth.category.values.tolist()]
    columns += [*truth.boxes.T.tolist(), truth.crowd.tolist()]
    together: dict[Any, list[int]] = defaultdict(list)
    for row, key in enumerate(zip(*columns, strict=True)):
        together[key].append(row)
    if len(together) == len(truth):
        return truth
    masked = held.kinds != SegmentationKind.NONE
    boxes: list[int] = []
    masks: list[int] = []
    for rows in together.values():
        shown = [row for row in rows if masked[row]]
        if len(rows) == 1 or not shown:
            boxes += rows
            masks += rows
            continue
        boxes += [row for row in rows for _ in shown]
        masks += [each for _ in rows for each in shown]
    order = np.argsort(np.array(boxes, dtype=np.int64), kind="stable")
    rows_of_boxes, rows_of_masks = (np.array(rows, dtype=np.int64)[order] for rows in (boxes, masks))
    return replace(
        take_truth(truth, rows_of_boxes),
        segmentations=take_truth(truth, rows_of_masks).segmentations,
        ids=Ids(np.arange(1, len(boxes) + 1, dtype=np.int64)),
    )

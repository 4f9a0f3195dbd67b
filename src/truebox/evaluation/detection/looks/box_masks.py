"""Masks that fill the boxes around them on one side alone: boxes written in the place of masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.records import Finding, SegmentationKind

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Segmentations, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["box_masks"]

_LOOKED_AT = 1_000
_FEWEST = 20
_LARGE = 100.0
"""Square pixels: the edges of smaller masks say little."""
_FULL, _NEARLY_ALL = 0.97, 0.95
_USUAL, _HARDLY = 0.9, 0.2
_CORNERS = (8, 10)
"""Numbers of a polygon of four corners, the first of them once or twice."""


def box_masks(result: Result) -> Finding | None:
    """What to say (W-329) where nearly all masks of one side are boxes, and few of the other are.

    Parameters
    ----------
    result : Result
        Of masks or boundaries.
    """
    area = getattr(result.ground and result.ground.source, "mask_area", None)
    truth, found = result.truth, result.predictions
    if area is None or min(len(truth), len(found)) < _FEWEST:
        return None
    rows = _evenly(len(found))
    filled = _fills(found.boxes[rows], area[rows])
    if len(filled) < _FEWEST:
        return None
    full = filled >= _FULL
    if full.mean() >= _NEARLY_ALL:
        return _said(found.source.name, full, _fills_of_truth(truth))
    return _said(truth.source.name, _are_boxes(truth), filled) if _hardly_full(filled) else None


def _hardly_full(filled: FloatArray) -> bool:
    return bool((filled >= _USUAL).mean() <= _HARDLY)


def _said(name: str, full: BoolArray, others: FloatArray) -> Finding | None:
    """What to say of a side whose masks are full, where there are enough and those of the other are not."""
    enough = min(len(full), len(others)) >= _FEWEST
    if not enough or full.mean() < _NEARLY_ALL or not _hardly_full(others):
        return None
    usual = float(np.sort(others)[len(others) // 2])
    return Finding(
        "W-329",
        f"{full.mean():.0%} of the masks in {name} fill the box around them, and those of the other side "
        f"{usual:.0%} of theirs: boxes in the place of masks; --geometry boxes measures how well "
        "boxes fit",
    )


def _evenly(count: int, most: int = _LOOKED_AT) -> Int64Array:
    return np.linspace(0, count - 1, min(most, count)).astype(np.int64)


def _fills(boxes: FloatArray, area: FloatArray) -> FloatArray:
    """How much of the box around it each large mask is."""
    around = boxes[:, 2] * boxes[:, 3]
    large = around >= _LARGE
    share: FloatArray = area[large] / around[large]
    return share


def _fills_of_truth(truth: Truth) -> FloatArray:
    rows = _evenly(len(truth))
    rows = rows[truth.crowd[rows] == 0]
    return _fills(truth.boxes[rows], truth.area[rows])


def _are_boxes(truth: Truth) -> BoolArray:
    """Of large objects with outlines, which have one of four corners that are those of the box around it."""
    held = truth.segmentations
    if held is None:
        return np.zeros(0, dtype=bool)
    rows = _evenly(len(truth), _LOOKED_AT // 5)
    large = (truth.crowd[rows] == 0) & (truth.boxes[rows, 2:].prod(axis=1) >= _LARGE)
    return np.array([_is_box(held, row) for row in rows[large].tolist()], dtype=bool)


def _is_box(held: Segmentations, row: int) -> bool:
    first, last = held.row_offsets[row : row + 2].tolist()
    if held.kinds[row] != SegmentationKind.POLYGONS or last != first + 1:
        return False
    begin, end = held.part_offsets[first : first + 2].tolist()
    if end - begin not in _CORNERS:
        return False
    points = held.numbers[begin:end].reshape(-1, 2)
    return all(len(set(points[:, axis].round(1).tolist())) == 2 for axis in (0, 1))

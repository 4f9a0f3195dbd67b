"""Where the order of equal scores decides the matching: images in which tied detections want one truth."""

from __future__ import annotations

from itertools import permutations, product
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.evaluation.matching.matching import MatchTruths
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["TiedCell", "score_groups", "tied_cells"]

MOST_ORDERS = 24
_SLACK = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class TiedCell:
    """The detections of one image and class, some of which share a score and a truth they could match.

    Parameters
    ----------
    rows : slice
        Of the match state.
    rivals : tuple of int arrays
        Per tied score, the rows that compete.
    orders : int array [P, n]
        Orders of the rivals, the first as it is: the place in the cell of each of its rows.
    complete : bool
        Whether these are all orders; else all but the first are drawn at random.
    """

    rows: slice
    rivals: tuple[Int64Array, ...]
    orders: Int64Array
    complete: bool


def score_groups(result: Result) -> tuple[Int64Array, Int64Array]:
    """Cell of each row of the match state, and its group: rows of one cell and one score.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> found = [{**box, "score": score, "bbox": [10, 10, 40, height]}
    ...     for score, height in ((0.9, 40), (0.5, 30), (0.5, 20))]
    >>> cell, group = score_groups(evaluate(truth, found, mode="corrected"))
    >>> cell.tolist(), group.tolist()
    ([0, 0, 0], [0, 1, 1])
    """
    state = result.state
    if len(state) == 0:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    other_cell = (np.diff(state.category) != 0) | (np.diff(state.image) != 0)
    other_group = other_cell | (np.diff(state.score) != 0)
    return _numbered(other_cell), _numbered(other_group)


def _numbered(begins: BoolArray) -> Int64Array:
    return np.concatenate([[0], np.cumsum(begins)]).astype(np.int64)


def tied_cells(result: Result, cell: Int64Array, group: Int64Array, seed: int) -> list[TiedCell]:
    """The cells in which rivals of equal score could take each other's truth."""
    competing = _competing(result, group)
    if len(competing) == 0:
        return []
    random: np.random.Generator | None = None
    found = []
    ends = np.flatnonzero(np.diff(cell, append=-1)) + 1
    begins = np.concatenate([[0], ends[:-1]])
    cells = np.split(competing, np.flatnonzero(np.diff(cell[competing])) + 1)
    for rows in cells:
        place = int(cell[rows[0]])
        begin, end = int(begins[place]), int(ends[place])
        rivals = tuple(np.split(rows, np.flatnonzero(np.diff(group[rows])) + 1))
        moved = tuple(each for each in rivals if _differ(result, each))
        count = prod(factorial(len(each)) for each in moved)
        complete = count <= MOST_ORDERS
        if complete:
            orders = _orders(begin, end, moved)
        else:
            random = random or np.random.default_rng(seed)  # which loads in 9 ms
            orders = _drawn_orders(begin, end, moved, random)
        found.append(TiedCell(slice(begin, end), rivals, orders, complete))
    return found


def _orders(begin: int, end: int, rivals: tuple[Int64Array, ...]) -> Int64Array:
    """Places of the rows of a cell for every order of its rivals."""
    places = [list(permutations((each - begin).tolist())) for each in rivals]
    orders = np.tile(np.arange(end - begin), (prod(map(len, places)), 1))
    for row, chosen in zip(orders, product(*places), strict=True):
        for each, there in zip(rivals, chosen, strict=True):
            row[each - begin] = there
    return orders


def _drawn_orders(
    begin: int, end: int, rivals: tuple[Int64Array, ...], random: np.random.Generator
) -> Int64Array:
    """The order as it is and random ones."""
    orders = np.tile(np.arange(end - begin), (MOST_ORDERS, 1))
    for row in orders[1:]:
        for each in rivals:
            row[each - begin] = random.permutation(each - begin)
    return orders


def _differ(result: Result, rows: Int64Array) -> bool:
    """Whether rivals differ at all: copies of one box give the same outcomes in any order."""
    if result.geometry != "boxes":
        return True
    boxes = result.predictions.boxes[result.state.row[rows]]
    return bool((boxes != boxes[0]).any())


def _competing(result: Result, group: Int64Array) -> Int64Array:
    """Rows that share a score with a row of their cell, and a truth that both could match."""
    state = result.state
    tied = np.flatnonzero(np.bincount(group)[group] > 1) if len(group) else np.empty(0, dtype=np.int64)
    columns = _columns(result)
    category = np.minimum(columns.category, 0) if state.parameters.class_agnostic else columns.category
    free = np.flatnonzero((columns.crowd == 0) & (columns.image >= 0) & (category >= 0))
    images = len(state.images)
    keys = category[free].astype(np.int64) * images + columns.image[free]
    order = np.argsort(keys, kind="stable")
    free, keys = free[order], keys[order]
    wanted = state.category[tied].astype(np.int64) * images + state.image[tied]
    first = np.searchsorted(keys, wanted)
    count = np.searchsorted(keys, wanted, side="right") - first
    row = np.repeat(tied, count)
    offset = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    truth = free[np.repeat(first, count) + offset]
    if result.geometry == "boxes":
        lowest = float(state.parameters.iou_thresholds.min()) - _SLACK
        near = _overlap(result, columns, row, truth) >= lowest
        row, truth = row[near], truth[near]
    contest = group[row] * len(columns.area) + truth
    order = np.argsort(contest, kind="stable")
    contest, row = contest[order], row[order]
    again = contest[1:] == contest[:-1]
    shared = np.zeros(len(row), dtype=bool)
    shared[1:] |= again
    shared[:-1] |= again
    held = np.zeros(len(state), dtype=bool)
    held[row[shared]] = True
    return np.flatnonzero(held)


def _columns(result: Result) -> MatchTruths:
    assert result.ground is not None  # Resampling has refused such a result
    return result.ground.columns


def _overlap(result: Result, columns: MatchTruths, row: Int64Array, truth: Int64Array) -> FloatArray:
    """IoU of detections with truths, row by row; 0 where both are empty."""
    a = result.predictions.boxes[result.state.row[row]]
    b = columns.boxes[truth]
    low = np.maximum(a[:, :2], b[:, :2])
    high = np.minimum(a[:, :2] + a[:, 2:], b[:, :2] + b[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    union = np.prod(a[:, 2:], axis=1) + np.prod(b[:, 2:], axis=1) - shared
    overlap: FloatArray = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)
    return overlap

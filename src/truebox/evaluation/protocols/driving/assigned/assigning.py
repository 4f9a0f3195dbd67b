"""Matched again so that overlaps add up to the most: what each detection adds at the cut of its score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._native import driving as native
from truebox._native.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["GROUND", "PICTURE", "SPACE", "RangeRows", "assigned_best", "in_zones"]

PICTURE, GROUND, SPACE = 0, 1, 2
"""Views in which boxes overlap."""


@dataclass(frozen=True, slots=True, eq=False)
class RangeRows:
    """Rows that are matched with one another.

    Parameters
    ----------
    found, true : bool array [D], [G]
        Which rows of the files are in it.
    easy : bool array [G]
        Truths that are missed at the lower level too, where nothing finds them; the others are only found.
    """

    found: BoolArray
    true: BoolArray
    easy: BoolArray


def assigned_best(
    case: Case, matched: Matched, parts: Sequence[RangeRows], *, view: int, thresholds: Sequence[float]
) -> Matched:
    """What was matched by boxes, assigned by overlaps in a view.

    Parameters
    ----------
    case : Case
        Both sides, with `x_3d` ... `heading` among their attributes for the ground and space.
    matched : Matched
        As boxes were matched.
    parts : sequence of RangeRows
        Of each the higher and the lower level are area ranges, one after the other.
    view : int
        `PICTURE`, `GROUND` or `SPACE`.
    thresholds : sequence of float
        The overlap to be reached, of each class.
    """
    state = matched.state
    ranges = 2 * len(parts)
    # Of each part what a detection adds at the higher level, then at the lower; column by column in memory.
    values = np.zeros((len(state), 8 * len(parts)), order="F")
    hits, counts = np.zeros(len(state), dtype=np.uint64), np.zeros(len(state), dtype=np.uint64)
    partners = np.full((len(case.predictions), 1), -1, dtype=np.int64)
    sides = _Sides(case, matched, view, thresholds)
    for place, part in enumerate(parts):
        inside = np.flatnonzero(part.found[sides.own])
        added, taken = _of_part(sides, part, inside, case.threads)
        everyone = len(inside) == len(state) and sides.in_order
        own_rows, found = sides.order[inside], taken >= 0
        rows: slice | Int64Array = slice(None) if everyone else own_rows
        for number, columns in enumerate(_COLUMNS):
            # Most is 0, but for what is false: pages that nothing is written to cost nothing.
            adding = np.flatnonzero(added[:, number])
            own, at = added[adding, number], own_rows[adding]
            for column in columns:
                values[at, 8 * place + column] = own
        easy = found & (part.easy[taken] if len(part.easy) else found)
        missed = ~(found | (sides.excused[inside] != 0))
        for level, hit in enumerate((found, easy)):  # at the higher level all that is found
            bit = np.uint64(2 * place + level)
            hits[rows] |= hit.astype(np.uint64) << bit
            counts[rows] |= (hit | missed).astype(np.uint64) << bit
        if place == 0:
            partners[sides.own[inside], 0] = taken
    everything = np.uint64(2**ranges - 1)
    settled = replace(
        state,
        matched=hits[:, None],
        ignored=(everything & ~counts)[:, None],
        values=values,
    )
    return replace(matched, state=settled, partners=partners)


_COLUMNS = ((0, 3, 4), (1, 5), (2, 6), (7,))
"""Where what a detection adds stands at both levels: at the higher one all that is found counts."""


class _Sides:
    """Both sides as the kernel takes them, by class, image and falling score; a part is some of the rows."""

    def __init__(self, case: Case, matched: Matched, view: int, thresholds: Sequence[float]) -> None:
        state, alignment = matched.state, case.alignment
        images = len(alignment.images)
        key = state.category.astype(np.int64) * images + state.image
        self.in_order = _in_order(key, state.score, state.row)
        self.order = np.arange(len(key)) if self.in_order else np.lexsort((state.row, -state.score, key))
        self.own, self.key = state.row[self.order].astype(np.int64), key[self.order]
        score = state.score[self.order]
        self.band = np.cumsum(np.append(False, score[1:] != score[:-1])[: len(score)], dtype=np.int64)
        self.boxes = _boxes(case.predictions, self.own, view)
        self.heading = _headings(case.predictions.attributes, self.own)
        self.excused = in_zones(case.predictions)[self.own].astype(np.uint8)
        true = np.flatnonzero((alignment.true_image >= 0) & (alignment.true_category >= 0))
        true_key = alignment.true_category[true].astype(np.int64) * images + alignment.true_image[true]
        by_key = np.argsort(true_key, kind="stable")
        self.true, self.true_key = true[by_key], true_key[by_key]
        self.true_boxes = _boxes(case.truth, self.true, view)
        self.true_heading = _headings(case.truth.attributes, self.true)
        self.view, self.images = view, max(images, 1)
        self.thresholds = np.array(thresholds, dtype=np.float64)


def _in_order(key: Int64Array, score: FloatArray, row: Int64Array) -> bool:
    """Whether rows stand by key, then falling score, then place in the file; those of states mostly do."""
    same, level = key[1:] == key[:-1], score[1:] == score[:-1]
    later = (score[1:] < score[:-1]) | (level & (row[1:] > row[:-1]))
    return bool(((key[1:] > key[:-1]) | (same & later)).all())


def _of_part(
    sides: _Sides, part: RangeRows, inside: Int64Array, threads: int | None
) -> tuple[FloatArray, Int64Array]:
    """What the detections inside add [N, 4], and the truth that each has in the end [N]."""
    among = np.flatnonzero(part.true[sides.true])
    true = sides.true[among]
    # A copy of everything costs more than matching it.
    rows: slice | Int64Array = slice(None) if len(inside) == len(sides.own) else inside
    key, true_key = sides.key[rows], sides.true_key[among]
    groups = np.union1d(key[np.append(True, key[1:] != key[:-1])[: len(key)]], true_key)
    added, taken = np.zeros((len(inside), 4)), np.full(len(inside), -1, dtype=np.int64)
    limits = sides.thresholds[groups // sides.images] if len(sides.thresholds) else np.zeros(0)
    native.match_assigned(
        sides.boxes[rows],
        _offsets(groups, key),
        sides.true_boxes[among],
        _offsets(groups, true_key),
        sides.heading[rows],
        sides.true_heading[among],
        sides.band[rows],
        sides.own[rows],
        sides.excused[rows],
        part.easy[true].astype(np.uint8),
        limits,
        sides.view,
        added,
        taken,
        thread_count(threads or None),
    )
    return added, np.where(taken >= 0, true[taken] if len(true) else -1, -1)


def _offsets(groups: Int64Array, keys: Int64Array) -> Int64Array:
    ends = np.append(groups, groups[-1] + 1) if len(groups) else np.zeros(1, dtype=np.int64)
    return np.searchsorted(keys, ends).astype(np.int64)


def in_zones(side: Predictions) -> BoolArray:
    """Detections that overlap a zone without labels.

    Examples
    --------
    >>> from truebox import read_predictions
    >>> in_zones(read_predictions([])).tolist()
    []
    """
    column = side.attributes.get("in_unlabelled_zone")
    if column is None:
        return np.zeros(len(side), dtype=bool)
    excused: BoolArray = column.astype(bool)
    return excused


def _headings(attributes: Mapping[str, AnyArray], rows: Int64Array) -> FloatArray:
    if "heading" not in attributes:
        return np.zeros(len(rows))
    return np.ascontiguousarray(attributes["heading"][rows], dtype=np.float64)


def _boxes(side: Truth | Predictions, rows: Int64Array, view: int) -> FloatArray:
    """Of the picture x, y, width, height; else as the kernel takes boxes that stand on the ground."""
    if view == PICTURE:
        return np.ascontiguousarray(side.boxes[rows], dtype=np.float64)
    if not len(rows):
        return np.empty((0, 7))
    x, y, z, long, wide, high, heading = (
        np.asarray(side.attributes[name][rows], dtype=np.float64)
        for name in ("x_3d", "y_3d", "z_3d", "length_3d", "width_3d", "height_3d", "heading")
    )
    # The kernel's second axis points down, and its third is the second of the ground.
    return np.ascontiguousarray(np.stack([high, wide, long, x, z + high / 2, y, -heading], axis=1))

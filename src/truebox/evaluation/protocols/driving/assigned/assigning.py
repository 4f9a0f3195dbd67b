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
    from truebox.typing import AnyArray, BoolArray, ByteArray, FloatArray, Int64Array

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
    """

    found: BoolArray
    true: BoolArray


def assigned_best(
    case: Case,
    matched: Matched,
    parts: Sequence[RangeRows],
    easy: BoolArray,
    *,
    view: int,
    thresholds: Sequence[float],
) -> Matched:
    """What was matched by boxes, assigned by overlaps in a view.

    `MatchState.values` are, of each part, what a detection adds at the cut of its score: objects found, false
    positives, how far headings of what is found are right, and easy objects found.

    Parameters
    ----------
    case : Case
        Both sides, with `x_3d` ... `heading` among their attributes for the ground and space.
    matched : Matched
        As boxes were matched.
    parts : sequence of RangeRows
        Of each the higher and the lower level are area ranges, one after the other; at most eight.
    easy : bool array [G]
        Truths that are missed at the lower level too, where nothing finds them; the others are only found.
    view : int
        `PICTURE`, `GROUND` or `SPACE`.
    thresholds : sequence of float
        The overlap to be reached, of each class.
    """
    state, sides = matched.state, _Sides(case, matched, view)
    count = len(state)
    values, taken = np.zeros((len(parts), count, 4)), np.full(count, -1, dtype=np.int64)
    hits, counted = np.zeros(count, dtype=np.uint64), np.zeros(count, dtype=np.uint64)
    groups = np.union1d(sides.key[np.append(True, sides.key[1:] != sides.key[:-1])[:count]], sides.true_key)
    limits = np.array(thresholds, dtype=np.float64)
    native.match_assigned(
        sides.boxes,
        _offsets(groups, sides.key),
        sides.true_boxes,
        _offsets(groups, sides.true_key),
        sides.heading,
        sides.true_heading,
        sides.band,
        sides.own,
        in_zones(case.predictions)[sides.own].astype(np.uint8),
        easy[sides.true].astype(np.uint8),
        _bits([part.found[sides.own] for part in parts]),
        _bits([part.true[sides.true] for part in parts]),
        limits[groups // sides.images] if len(limits) else np.zeros(0),
        view,
        values,
        taken,
        hits,
        counted,
        thread_count(case.threads or None),
    )
    partners = np.full((len(case.predictions), 1), -1, dtype=np.int64)
    found = np.flatnonzero(taken >= 0)
    partners[sides.own[found], 0] = sides.true[taken[found]]
    if not sides.in_order:
        back = np.argsort(sides.order)
        values, hits, counted = values[:, back], hits[back], counted[back]
    everything = np.uint64(2 ** (2 * len(parts)) - 1)
    settled = replace(
        state,
        matched=hits[:, None],
        ignored=(everything & ~counted)[:, None],
        values=values.transpose(1, 0, 2),
    )
    return replace(matched, state=settled, partners=partners)


def _bits(flags: Sequence[BoolArray]) -> ByteArray:
    """Bit k of each row is its flag k."""
    found: ByteArray = flags[0].astype(np.uint8)
    for place, flag in enumerate(flags[1:], 1):
        found |= flag.astype(np.uint8) << np.uint8(place)
    return found


class _Sides:
    """Both sides as the kernel takes them, by class, image and falling score."""

    def __init__(self, case: Case, matched: Matched, view: int) -> None:
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
        true = np.flatnonzero((alignment.true_image >= 0) & (alignment.true_category >= 0))
        true_key = alignment.true_category[true].astype(np.int64) * images + alignment.true_image[true]
        by_key = np.argsort(true_key, kind="stable")
        self.true, self.true_key = true[by_key], true_key[by_key]
        self.true_boxes = _boxes(case.truth, self.true, view)
        self.true_heading = _headings(case.truth.attributes, self.true)
        self.images = max(images, 1)


def _in_order(key: Int64Array, score: FloatArray, row: Int64Array) -> bool:
    """Whether rows stand by key, then falling score, then place in the file; those of states mostly do."""
    same, level = key[1:] == key[:-1], score[1:] == score[:-1]
    later = (score[1:] < score[:-1]) | (level & (row[1:] > row[:-1]))
    return bool(((key[1:] > key[:-1]) | (same & later)).all())


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

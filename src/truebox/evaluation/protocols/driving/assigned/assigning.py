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

__all__ = ["GROUND", "PICTURE", "SPACE", "RangeRows", "assigned_best"]

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
    values = np.zeros((len(state), ranges, 4))
    hits, counts = np.zeros(len(state), dtype=np.uint64), np.zeros(len(state), dtype=np.uint64)
    partners = np.full((len(case.predictions), 1), -1, dtype=np.int64)
    excused = _excused(case.predictions)[state.row]
    at = 0
    for place, part in enumerate(parts):
        rows = np.flatnonzero(part.found[state.row])
        added, taken = _of_part(case, matched, part, rows, view=view, thresholds=thresholds)
        found = taken >= 0
        easy = found & (part.easy[taken] if len(part.easy) else found)
        for counting, hit in ((0, found), (3, easy)):  # at the higher level all that is found
            bit = np.uint64(1) << np.uint64(at)
            values[rows, at] = added[:, (0, 1, 2, counting)]
            hits[rows[hit]] |= bit
            counts[rows[hit | ~(found | excused[rows])]] |= bit
            at += 1
        if place == 0:
            partners[state.row[rows], 0] = taken
    everything = np.uint64(2**ranges - 1)
    settled = replace(
        state,
        matched=hits[:, None],
        ignored=(everything & ~counts)[:, None],
        values=values.reshape(len(state), values.shape[1] * values.shape[2]),
    )
    return replace(matched, state=settled, partners=partners)


def _of_part(
    case: Case, matched: Matched, part: RangeRows, rows: Int64Array, *, view: int, thresholds: Sequence[float]
) -> tuple[FloatArray, Int64Array]:
    """What the rows of the state add [N, 4], and the truth that each has in the end [N]."""
    state, alignment = matched.state, case.alignment
    images, classes = len(alignment.images), len(alignment.category_names)
    key = state.category[rows].astype(np.int64) * images + state.image[rows]
    order = np.lexsort((state.row[rows], -state.score[rows], key))
    true = np.flatnonzero(part.true & (alignment.true_image >= 0) & (alignment.true_category >= 0))
    true_key = alignment.true_category[true].astype(np.int64) * images + alignment.true_image[true]
    by_key = np.argsort(true_key, kind="stable")
    true = true[by_key]
    groups = np.unique(np.concatenate([key, true_key]))
    own, score = state.row[rows[order]], state.score[rows[order]]
    added, taken = np.zeros((len(rows), 4)), np.full(len(rows), -1, dtype=np.int64)
    limits = np.array(thresholds, dtype=np.float64)[groups // max(images, 1)] if classes else np.zeros(0)
    native.match_assigned(
        _boxes(case.predictions, own, view),
        _offsets(groups, key[order]),
        _boxes(case.truth, true, view),
        _offsets(groups, true_key[by_key]),
        _headings(case.predictions.attributes, own),
        _headings(case.truth.attributes, true),
        np.unique(-score, return_inverse=True)[1].astype(np.int64).reshape(-1),
        own.astype(np.int64),
        _excused(case.predictions)[own].astype(np.uint8),
        part.easy[true].astype(np.uint8),
        limits,
        view,
        added,
        taken,
        thread_count(case.threads or None),
    )
    back = np.empty(len(rows), dtype=np.int64)
    back[order] = np.arange(len(rows))
    with_truth = np.where(taken >= 0, true[taken] if len(true) else -1, -1)
    return added[back], with_truth[back]


def _offsets(groups: Int64Array, keys: Int64Array) -> Int64Array:
    ends = np.append(groups, groups[-1] + 1) if len(groups) else np.zeros(1, dtype=np.int64)
    return np.searchsorted(keys, ends).astype(np.int64)


def _excused(side: Predictions) -> BoolArray:
    """Detections that overlap a zone without labels."""
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

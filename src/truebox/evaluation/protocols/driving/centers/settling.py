"""Matched again by the distance of centres: at each which object, and at one what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.asking import tied_by_row
from truebox.evaluation.protocols.driving.centers.distance import match_centers
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["Errors", "settled_by_centers"]

Errors = Callable[[Mapping[str, "AnyArray"], Mapping[str, "AnyArray"], "BoolArray"], "FloatArray"]
"""From attributes of both sides of pairs, and which look the same from behind, to numbers [N, E]."""


def settled_by_centers(
    case: Case,
    matched: Matched,
    *,
    axes: str,
    errors: Errors,
    count: int,
    place: int,
    half: str | None = None,
    once: bool = False,
    last_first: bool = False,
) -> Matched:
    """What was matched by boxes, matched by centres.

    Parameters
    ----------
    case : Case
        Both sides.
    matched : Matched
        As boxes were matched.
    axes : str
        Along which distances are measured: ``"xy"`` or ``"xyz"``.
    errors : Errors
        What is wrong with a detection and its object, `count` numbers.
    count : int
        Of those numbers.
    place : int
        Of the distance at which errors are looked at.
    half : str, optional
        The class that looks the same turned by half.
    once : bool
        As in `match_centers`.
    last_first : bool
        Of equal scores the last of the file asks first, where the mode keeps that.
    """
    state, truth, alignment = matched.state, case.truth, case.alignment
    limits = state.parameters.iou_thresholds
    order = np.arange(len(state))
    if Quirk.TIE_ORDER not in state.mended:
        order = tied_by_row(state.score, state.row, state.image, state.category, last_first=last_first)
    groups = len(alignment.images)
    key = state.category[order].astype(np.int64) * groups + state.image[order]
    rows = np.flatnonzero((alignment.true_image >= 0) & (alignment.true_category >= 0))
    true_key = alignment.true_category[rows].astype(np.int64) * groups + alignment.true_image[rows]
    by_key = np.argsort(true_key, kind="stable")
    rows, true_key = rows[by_key], true_key[by_key]
    found = match_centers(
        _centers(case.predictions, axes)[state.row[order]],
        key,
        _centers(truth, axes)[rows],
        true_key,
        limits,
        once=once,
        threads=case.threads,
    )
    taken = np.full((len(state), len(limits)), -1, dtype=np.int64)
    if len(rows):
        taken[order] = np.where(found >= 0, rows[found], -1)
    partners = np.full((len(case.predictions), len(limits)), -1, dtype=np.int64)
    partners[state.row] = taken
    values = np.full((len(state), count), np.nan)
    if (taken[:, place] >= 0).any():
        values[taken[:, place] >= 0] = _values(case, state, taken[:, place], errors, half)
    return replace(
        matched,
        state=replace(
            state,
            matched=_as_words(taken >= 0),
            ignored=np.zeros((len(state), 1), dtype=np.uint64),
            values=values,
        ),
        partners=partners,
    )


def _values(case: Case, state: MatchState, taken: Int64Array, errors: Errors, half: str | None) -> FloatArray:
    """Of the detections that have an object."""
    hits = np.flatnonzero(taken >= 0)
    names = np.array(case.alignment.category_names, dtype=object)
    found = {name: column[state.row[hits]] for name, column in case.predictions.attributes.items()}
    true = {name: column[taken[hits]] for name, column in case.truth.attributes.items()}
    return errors(found, true, names[state.category[hits]] == half)


def _centers(side: Truth | Predictions, axes: str) -> AnyArray:
    if not len(side):
        return np.empty((0, len(axes)))
    return np.column_stack([side.attributes[f"{axis}_3d"] for axis in axes])


def _as_words(flags: AnyArray) -> AnyArray:
    bits = np.uint64(1) << np.arange(flags.shape[1], dtype=np.uint64)
    words: AnyArray = (flags * bits).sum(axis=1, dtype=np.uint64)[:, None]
    return words

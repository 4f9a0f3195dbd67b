"""Equal scores that a cap on detections cuts through: who counts depends on their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.alignment import positions, sorted_table

if TYPE_CHECKING:
    from truebox.diagnosis.equal_scores.tied_outcomes import Field
    from truebox.evaluation import Result
    from truebox.typing import FloatArray, Int64Array

__all__ = ["cut_ties"]


def cut_ties(result: Result, field: Field, group: Int64Array) -> list[tuple[int, int]]:
    """Rows (begin, end) of the tied score that the cap goes through, one entry for each such cell.

    Raises
    ------
    ArgumentError
        A limit over all classes of an image, as LVIS has it, goes through equal scores: how many detections a
        class has then depends on their order, and no bound is known.
    """
    state = result.state
    largest = state.parameters.max_detections[-1]
    cap = min(field.cap, largest)
    last = np.flatnonzero(state.rank == cap - 1)
    if protocol_of(state.parameters).limit == "image":
        _refuse_cut_images(result, largest)
        return []
    after = np.minimum(last + 1, max(len(state) - 1, 0))
    cut = (after > last) & (group[after] == group[last]) if len(last) else np.empty(0, dtype=bool)
    full = last if cap == largest else last[:0]
    if len(full):
        cut |= _goes_on(result, full)
    found = []
    for row in last[cut].tolist():
        begin = row
        while begin > 0 and group[begin - 1] == group[row]:
            begin -= 1
        end = row + 1
        while end < len(group) and group[end] == group[row]:
            end += 1
        found.append((begin, end))
    return found


def _goes_on(result: Result, full: Int64Array) -> np.ndarray:
    """Whether the cell of each row holds further detections of its score, beyond those in the state."""
    state = result.state
    cells, scores = _cells(result)
    wanted = state.category[full].astype(np.int64) * len(state.images) + state.image[full]
    order = np.lexsort((-scores, cells))
    ordered, ranked = cells[order], scores[order]
    after = np.searchsorted(ordered, wanted) + state.parameters.max_detections[-1]
    inside = after < np.searchsorted(ordered, wanted, side="right")
    goes_on = np.zeros(len(full), dtype=bool)
    goes_on[inside] = ranked[after[inside]] == state.score[full[inside]]
    return goes_on


def _cells(result: Result) -> tuple[Int64Array, FloatArray]:
    """Cell and score of every detection that is evaluated, those beyond the cap included."""
    state, predictions = result.state, result.predictions
    image, _ = positions(predictions.image, state.images, 1)
    category, _ = positions(predictions.category, sorted_table(state.categories), 1)
    held = (image >= 0) & (category >= 0)
    if state.parameters.class_agnostic:
        category = np.zeros_like(category)
    cells = category[held].astype(np.int64) * len(state.images) + image[held]
    return cells, predictions.scores[held]


def _refuse_cut_images(result: Result, limit: int) -> None:
    image, _ = positions(result.predictions.image, result.state.images, 1)
    held = np.flatnonzero(image >= 0)
    order = held[np.lexsort((-result.predictions.scores[held], image[held]))]
    begin = np.searchsorted(image[order], np.arange(len(result.state.images)))
    after = begin + limit
    inside = after < np.searchsorted(image[order], np.arange(len(result.state.images)), side="right")
    scores = result.predictions.scores[order]
    if bool((scores[after[inside]] == scores[after[inside] - 1]).any()):
        raise ArgumentError(
            f"result: the limit of {limit} detections per image goes through equal scores, and the range of "
            "AP is not known. Fix: write scores with full precision."
        )

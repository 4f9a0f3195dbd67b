"""AP of a slice, by the rules that AP of the whole has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from truebox.diagnosis.causes.outcomes import evaluated_place
from truebox.evaluation import accumulate
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.summary import questions

if TYPE_CHECKING:
    from truebox.evaluation import MatchState, Result
    from truebox.typing import FloatArray

__all__ = ["no_slice_precision", "slice_precision"]


def slice_precision(result: Result, state: MatchState) -> list[tuple[float | None, float | None]]:
    """AP and AP50 of each slice over the classes that have truths in it.

    None where no class has any, and where `no_slice_precision` says why.

    Parameters
    ----------
    result : Result
        Of all data.
    state : MatchState
        The same with an area range for each slice, in which everything outside the slice is ignored.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], protocol="voc", mode="corrected")
    >>> slice_precision(result, result.state)
    [(1.0, 1.0)]
    """
    slices = state.truths.shape[1]
    if no_slice_precision(result):
        return [(None, None)] * slices
    # AP is read at the last cap, and no other is asked for.
    last = replace(state.parameters, max_detections=state.parameters.max_detections[-1:])
    averaged: FloatArray = accumulate(replace(state, parameters=last), with_scores=False).averaged
    half = evaluated_place(state.parameters, 0.5)
    found: list[tuple[float | None, float | None]] = []
    for s in range(slices):
        counts = state.truths[:, s] > 0
        held = averaged[:, :, :, s, 0][:, :, counts]
        if counts.any():
            found.append((float(held.mean()), None if half is None else float(held[half].mean())))
        else:
            found.append((None, None))
    return found


def no_slice_precision(result: Result) -> str:
    """Why a slice has no AP, empty where it has one.

    The measure that is AP of nuScenes takes every detection for true or false, and a slice ignores those of
    the rest.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> no_slice_precision(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    ''
    """
    for question in questions(result.state, result.truth):
        if question.key == "AP" and question.measure is not None:
            title = protocol_of(result.parameters).title
            return f"Parts have recall alone: AP, as {title} reads it here, is of all data"
    return ""

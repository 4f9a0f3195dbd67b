"""Which marks find what: each finding has its most certain mark; others that hit one are not counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray, BoolArray

__all__ = ["Hits", "refuse_without", "settled_by_marks"]

Hits: TypeAlias = Callable[["AnyArray", "AnyArray"], "BoolArray"]
"""From rows of marks [D] and of findings [G] of one image to whether each mark hits each finding [D, G]."""


def refuse_without(side: Truth | Predictions, needed: str, protocol: str, given: str) -> None:
    """Raise ArgumentError for boxes of pictures, which are no findings or marks."""
    if len(side) and needed not in side.attributes:
        raise ArgumentError(
            f"protocol: {protocol!r} evaluates marks of findings, and {side.source.name} "
            f"({side.source.description}) has none. Fix: give {given}, or name another protocol."
        )


def settled_by_marks(case: Case, matched: Matched, hits: Hits, *, extra: float = 0.0) -> Matched:
    """What was matched by boxes, matched by points.

    The state keeps of each mark how many findings it is the most certain mark of, and `extra`.

    Parameters
    ----------
    case : Case
        Both sides; findings of `uncounted` are neither found nor missed.
    matched : Matched
        As boxes were matched.
    hits : Hits
        Which mark hits what.
    extra : float
        A number of the whole set that a curve asks for.
    """
    state, alignment = matched.state, case.alignment
    uncounted = np.zeros(len(case.truth), bool) if case.uncounted is None else case.uncounted != 0
    of_image: dict[int, list[int]] = {}
    for row in np.flatnonzero((alignment.true_image >= 0) & (alignment.true_category >= 0)).tolist():
        of_image.setdefault(int(alignment.true_image[row]), []).append(row)
    best = np.zeros(len(state))
    touching = np.zeros(len(state), dtype=bool)
    partners = np.full((len(case.predictions), 1), -1, dtype=np.int64)
    by_image = np.argsort(state.image, kind="stable")
    held, first = np.unique(state.image[by_image], return_index=True)
    for image, places in zip(held.tolist(), np.split(by_image, first)[1:], strict=True):
        findings = np.array(of_image.get(image, []), dtype=np.int64)
        if not len(findings):
            continue
        touched = hits(state.row[places], findings)
        touching[places] = touched.any(axis=1)
        counted = ~uncounted[findings] & touched.any(axis=0)
        scores = np.where(touched, state.score[places, None], -np.inf)
        chosen = places[scores.argmax(axis=0)[counted]]
        np.add.at(best, chosen, 1)
        partners[state.row[chosen], 0] = findings[counted]
    words = np.zeros((len(state), 1), dtype=np.uint64)
    matched_words, ignored = words.copy(), words
    matched_words[best > 0] = 1
    ignored[touching & (best == 0)] = 1
    values = np.column_stack([best, np.full(len(state), extra)])
    return replace(
        matched,
        state=replace(state, matched=matched_words, ignored=ignored, values=values),
        partners=partners,
    )

"""The classes that a task evaluates, and sides that have no boxes in space."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.records import Predictions, Truth

__all__ = ["refuse_flat", "with_task_classes"]


def refuse_flat(side: Truth | Predictions, needed: Sequence[str], protocol: str, given: str) -> None:
    """Raise ArgumentError for boxes of pictures, which have no place in space."""
    missing = [key for key in needed if key not in side.attributes]
    if len(side) and missing:
        raise ArgumentError(
            f"protocol: {protocol!r} evaluates boxes in space, and {side.source.name} "
            f"({side.source.description}) has none. Fix: give {given}, or name another protocol."
        )


def with_task_classes(
    alignment: Alignment, truth: Truth, classes: Collection[str], protocol: str
) -> Alignment:
    """With the classes of a task alone."""
    names = alignment.category_names
    chosen = [k for k, name in enumerate(names) if name in classes]
    if not chosen:
        raise ArgumentError(
            f"protocol: {protocol!r} evaluates {', '.join(classes)}, and there are "
            f"{', '.join(truth.categories.names) or 'no classes'}. Fix: name another protocol."
        )
    places = np.full(len(names) + 1, -1, dtype=np.int32)  # the last: of rows that are not evaluated
    places[chosen] = np.arange(len(chosen), dtype=np.int32)
    return replace(
        alignment,
        categories=Ids.of([alignment.categories[k] for k in chosen]),
        category_names=tuple(names[k] for k in chosen),
        predicted_category=places[alignment.predicted_category],
        true_category=places[alignment.true_category],
    )

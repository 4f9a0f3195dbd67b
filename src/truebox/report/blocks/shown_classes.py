"""Which classes of many are shown, and in which order: decided here for every table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyClass, AnyResult

__all__ = ["MOST_SHOWN", "left_out", "rows_of", "shown_classes", "sorted_classes"]

SHOWN_BEST = 20
SHOWN_WEAKEST = 10
MOST_SHOWN = SHOWN_BEST + SHOWN_WEAKEST

_Entry = TypeVar("_Entry")


def rows_of(result: AnyResult, part: Any = None) -> Sequence[AnyClass]:
    """The rows beneath the totals: classes, or what the layout has in their place."""
    part = part or result.layout.by
    entries: Sequence[AnyClass] = result.per_class if part is None else part.entries
    return entries


def sorted_classes(result: AnyResult, part: Any = None) -> list[AnyClass]:
    """Classes by the main metric, best first; undefined ones last, equal ones in the order of their ids."""
    main = result.layout.main

    def key(entry: AnyClass) -> tuple[bool, float]:
        score = entry.metrics.get(main)
        return score is None, -(score or 0.0)

    return sorted(rows_of(result, part), key=key)


def shown_classes(result: AnyResult, *, all_classes: bool, part: Any = None) -> list[AnyClass | None]:
    """Return at most thirty of the sorted classes: the best and the weakest, None between them.

    The weakest are those with a number: a class without truth tells nothing about the detector.
    """
    classes = sorted_classes(result, part)
    if all_classes or len(classes) <= MOST_SHOWN:
        return list(classes)
    main = result.layout.main
    defined = [entry for entry in classes if entry.metrics.get(main) is not None]
    if len(defined) < MOST_SHOWN:
        return [*classes[:MOST_SHOWN], None]
    return [*defined[:SHOWN_BEST], None, *defined[-SHOWN_WEAKEST:]]


def left_out(classes: Sequence[object], shown: Sequence[_Entry | None]) -> int:
    """How many of `classes` are not among those shown."""
    return len(classes) - sum(entry is not None for entry in shown)

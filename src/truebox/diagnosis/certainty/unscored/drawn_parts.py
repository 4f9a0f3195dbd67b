"""What is drawn or swapped of results without scores: images or sequences, each kind with its sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox.diagnosis.certainty.difference import Difference, difference, holm, where_less_is_better
from truebox.diagnosis.certainty.drawn_units import times_drawn
from truebox.diagnosis.certainty.estimate import Estimate, estimate, fewest

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.pair_differences import SwapSettings
    from truebox.typing import FloatArray

__all__ = ["DrawnParts", "Key", "mean_of_defined", "part_differences", "part_drops", "part_intervals"]

Key: TypeAlias = "str | tuple[str, int]"
"""A headline metric, or a metric of a class with the place of the class."""

_AT_ONCE = 256


class DrawnParts(ABC):
    """The parts of a result that are drawn or swapped.

    Parameters
    ----------
    result : any result
        That they are parts of.
    count : int
        How many there are.
    counted : str
        What they are called, as `estimate` counts them.
    """

    def __init__(self, result: Any, count: int, counted: str) -> None:
        self.result = result
        self.count = count
        self.counted = counted

    @property
    def name(self) -> str:
        """What is drawn, in the words of a comparison."""
        return self.counted

    def name_beside(self, others: Sequence[DrawnParts]) -> str:
        """The same where it is compared with others: and what of them the errors do not hold."""
        del others
        return self.name

    @abstractmethod
    def measured(
        self, weights: FloatArray, other: Any = None, its: FloatArray | None = None
    ) -> dict[Key, FloatArray]:
        """Every metric of each row of weights [R, parts], and of those of `other` beside them: [R] each.

        NaN where it is undefined.
        """

    @property
    def keys(self) -> list[Key]:
        """The metrics that draws give."""
        return list(self.measured(np.ones((1, self.columns))))

    def held(self, key: Key) -> int:
        """How many of the parts hold truths of a metric."""
        return self.count

    @property
    def columns(self) -> int:
        """Of how many columns weights are: of one for each part."""
        return self.count

    def drawn(self, replicates: int, seed: int) -> FloatArray:
        """How often each is drawn, with replacement and as many as there are [R, columns]."""
        return times_drawn(self.count, replicates, seed)

    def counted_as(self, key: Key) -> str:
        """What the parts of a metric are called."""
        return self.counted

    def tested(self, key: Key) -> float | None:
        """What of a metric the draws are of, where it is not quite its value."""
        return self.value(key)

    def bounds(self, key: Key) -> tuple[float, float]:
        """What a metric cannot be beyond."""
        return 0.0, 1.0

    def value(self, key: Key) -> float | None:
        """The metric of the result as it is."""
        if isinstance(key, str):
            found: float | None = self.result.metrics[key]
            return found
        own: float | None = self.result.per_class[key[1]].metrics[key[0]]
        return own

    def named(self, key: Key) -> str:
        """The metric as gates write it: that of a class with its name, or its id where names are shared."""
        if isinstance(key, str):
            return key
        classes = self.result.per_class
        own = classes[key[1]]
        alone = sum(each.name == own.name for each in classes) == 1
        return f"{key[0]}[{own.name if alone else f'id:{own.id}'}]"

    def reason(self, key: Key) -> str | None:
        """Why a metric is None."""
        if isinstance(key, str):
            return None if (why := self.result.undefined.get(key)) is None else str(why)
        return str(self.result.layout.class_reason)


def mean_of_defined(values: FloatArray) -> FloatArray:
    """The mean of each row [R] of [R, K] over what is not NaN; NaN where nothing is.

    Examples
    --------
    >>> mean_of_defined(np.array([[0.5, np.nan, 1.0], [np.nan, np.nan, np.nan]]))
    array([0.75,  nan])
    """
    defined = ~np.isnan(values)
    count = defined.sum(axis=1)
    total = np.where(defined, values, 0.0).sum(axis=1)
    found: FloatArray = np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0)
    return found


def part_intervals(parts: DrawnParts, *, replicates: int, level: float, seed: int) -> dict[Key, Estimate]:
    """Of every metric its interval, by drawing the parts with replacement."""
    drawn = _joined(parts.measured(weights) for weights in _in_pieces(parts.drawn(replicates, seed)))
    return {
        key: estimate(
            parts.value(key),
            values,
            images=parts.held(key),
            level=level,
            counted=parts.counted_as(key),
            reason=parts.reason(key),
            bounds=parts.bounds(key),
        )
        for key, values in drawn.items()
    }


def part_differences(first: DrawnParts, second: DrawnParts, settings: SwapSettings) -> dict[Key, Difference]:
    """What the second has more than the first, with intervals and p-values from swapping both at random.

    The classes of one metric are corrected for looking at all of them (Holm).
    """
    apart = _swapped(first, second, settings.replicates, settings.seed)
    found: dict[Key, Difference] = {}
    for key, by_chance in apart.items():
        each = difference(
            first.value(key),
            second.value(key),
            by_chance,
            images=first.held(key),
            level=settings.level,
            reason=first.reason(key),
            counted=first.counted_as(key),
            tested=_apart(first.tested(key), second.tested(key)),
        )
        unit, held = first.counted_as(key), first.held(key)
        if unit != "images" and held < fewest(unit) and each.value is not None:
            each = replace(each, reason=f"{held} {unit} are too few to say how sure it is")
        found[key] = each
    errors: frozenset[str] = getattr(first.result, "less_is_better", frozenset())
    for metric in {key[0] for key in found if not isinstance(key, str)}:
        of_classes = [key for key in found if not isinstance(key, str) and key[0] == metric]
        found.update(zip(of_classes, holm([found[key] for key in of_classes], settings.level), strict=True))
    return {
        key: where_less_is_better(each) if (key if isinstance(key, str) else key[0]) in errors else each
        for key, each in found.items()
    }


def part_drops(
    earlier: DrawnParts,
    result: DrawnParts,
    asked: Sequence[tuple[Key, float, float]],
    *,
    replicates: int,
    level: float,
) -> list[Difference | None]:
    """Of each metric its value against the lowest that is allowed, by a paired swap test, Holm over them.

    Parameters
    ----------
    earlier, result : DrawnParts
        Of the same truth and rules.
    asked : sequence of (key, value, lowest)
        Of each drop its value now, and the lowest that is allowed.
    replicates, level
        As of `truebox.diagnosis.compare`.

    Returns
    -------
    list of Difference or None
        None for a metric that is not measured of draws.
    """
    apart = _swapped(earlier, result, replicates, 0)
    judged = [
        difference(
            lowest, value, apart[key], images=result.held(key), level=level, counted=result.counted_as(key)
        )
        for key, value, lowest in asked
        if key in apart
    ]
    found = iter(holm(judged, level))
    return [next(found) if key in apart else None for key, *_ in asked]


def _swapped(first: DrawnParts, second: DrawnParts, replicates: int, seed: int) -> dict[Key, FloatArray]:
    """What the second has more than the first after random swaps of both in each part: [R] each."""
    chance = np.random.default_rng(seed)
    columns = max(first.columns, second.columns)
    pieces = []
    for begin in range(0, replicates, _AT_ONCE):
        swapped = chance.random((min(_AT_ONCE, replicates - begin), columns)) < 0.5
        one, other = np.where(swapped, 0.0, 1.0), np.where(swapped, 1.0, 0.0)
        before, after = first.measured(one, second, other), first.measured(other, second, one)
        pieces.append({key: after[key] - before[key] for key in before})
    return _joined(iter(pieces))


def _apart(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else second - first


def _in_pieces(weights: FloatArray) -> Iterator[FloatArray]:
    return (weights[begin : begin + _AT_ONCE] for begin in range(0, len(weights), _AT_ONCE))


def _joined(pieces: Iterator[dict[Key, FloatArray]]) -> dict[Key, FloatArray]:
    found = list(pieces)
    return {key: np.concatenate([each[key] for each in found]) for key in found[0]}

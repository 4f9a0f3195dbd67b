"""Every difference of two results, with more random swaps where a verdict hangs on them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.diagnosis.certainty.difference import Difference, difference, holm, where_less_is_better
from truebox.diagnosis.certainty.replicates import CLASS_METRICS
from truebox.diagnosis.certainty.swapping import SwapTest

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits
    from truebox.diagnosis.certainty.images_held import ImagesHeld
    from truebox.diagnosis.certainty.swapping import Swapped
    from truebox.evaluation import Result
    from truebox.typing import FloatArray, Int64Array

__all__ = ["PairDifferences", "SwapSettings", "pair_differences"]

_TIMES_MORE = 10
_MOST = 50_000
_MOST_VISITS = 500_000_000
_SURE = 2.6
"""Standard errors of a counted p-value within which its limit makes it unclear (99 %)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSettings:
    """How a swap test is run.

    Examples
    --------
    >>> SwapSettings(replicates=1000, level=0.95, seed=0, threads=1).in_all(80)
    10000
    """

    replicates: int
    level: float
    seed: int
    threads: int | None

    def in_all(self, classes: int) -> int:
        """How many swaps to make where the first leave a verdict unclear: enough for so many classes."""
        needed = math.ceil(4 * classes / (1 - self.level))
        return max(_TIMES_MORE * self.replicates, min(_MOST, needed))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairDifferences:
    """Of every headline metric, and of each class."""

    metrics: Mapping[str, Difference]
    per_class: Mapping[str, Sequence[Difference]]


def pair_differences(
    first: Result, second: Result, units: DrawnUnits, held: ImagesHeld, settings: SwapSettings
) -> PairDifferences:
    """The second result against the first, by a paired swap test.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.diagnosis.certainty.drawn_units import drawn_units
    >>> from truebox.diagnosis.certainty.images_held import images_held
    >>> from truebox.diagnosis.certainty.replicates import Resampling
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(12, 2, 9, 3.0, 1), mode="corrected")
    >>> units = drawn_units(result, np.arange(12))
    >>> settings = SwapSettings(replicates=100, level=0.95, seed=0, threads=1)
    >>> held = images_held(Resampling(result), units)
    >>> pair_differences(result, result, units, held, settings).metrics["AP"].p
    1.0
    """
    pair = _Pair(first, second, units, held, settings)
    swapped = SwapTest(first, second, units).swapped(
        settings.replicates, settings.seed, 0, threads=settings.threads
    )
    metrics = {key: pair.headline(key, swapped.metrics.get(key, np.empty(0))) for key in first.metrics}
    unclear = [key for key, entry in metrics.items() if key in swapped.metrics and pair.is_unclear(entry.p)]
    if unclear:
        more = pair.more(settings.in_all(1), keys=unclear).metrics
        for key in unclear:
            metrics[key] = pair.headline(key, np.concatenate([swapped.metrics[key], more[key]]))
    errors = first.less_is_better
    metrics = {key: where_less_is_better(each) if key in errors else each for key, each in metrics.items()}
    per_class = {
        key: list(map(where_less_is_better, column)) if key in errors else column
        for key, column in pair.classes(swapped.per_class).items()
    }
    return PairDifferences(metrics=metrics, per_class=per_class)


class _Pair:
    def __init__(
        self, first: Result, second: Result, units: DrawnUnits, held: ImagesHeld, settings: SwapSettings
    ) -> None:
        self.first, self.second, self.units, self.held, self.settings = first, second, units, held, settings

    def headline(self, key: str, swapped: FloatArray) -> Difference:
        return difference(
            self.first.metrics[key],
            self.second.metrics[key],
            swapped,
            images=self.held.of_metric.get(key, 0),
            level=self.settings.level,
            reason=self.first.undefined.get(key),
            counted=self.units.counted,
        )

    def classes(self, swapped: Mapping[str, FloatArray]) -> dict[str, list[Difference]]:
        """Of each class, corrected for looking at all of them."""
        raw = {
            key: [self._of_class(key, k, column[:, k]) for k in range(len(self.first.per_class))]
            for key, column in swapped.items()
            if any(key in entry.metrics for entry in self.first.per_class)
        }
        level = self.settings.level
        unclear = sorted({k for column in raw.values() for k in self._unclear(column)})
        if unclear:
            chosen = np.array(unclear, dtype=np.int64)
            more = self.more(self.settings.in_all(len(self.first.per_class)), classes=chosen).per_class
            for key, column in raw.items():
                for place, k in enumerate(unclear):
                    every = np.concatenate([swapped[key][:, k], more[key][:, place]])
                    column[k] = self._of_class(key, k, every)
        return {key: holm(column, level) for key, column in raw.items()}

    def more(
        self, in_all: int, *, keys: Sequence[str] = CLASS_METRICS, classes: Int64Array | None = None
    ) -> Swapped:
        test = SwapTest(self.first, self.second, self.units, keys=keys, classes=classes)
        settings = self.settings
        # On large data fewer more: they would take longer than all before.
        most = max(100, _MOST_VISITS // max(1, test.visits))
        count = min(in_all - settings.replicates, most)
        return test.swapped(count, settings.seed, 1, threads=settings.threads)

    def is_unclear(self, p: float | None, times: float = 1.0) -> bool:
        """Whether as many swaps again might change the verdict; `times` p-values are looked at."""
        if p is None:
            return False
        count, limit = self.settings.replicates + 1, (1 - self.settings.level) / times
        off = _SURE * math.sqrt(max(p, 1 / count) / count)
        return p - off <= limit <= p + off

    def _unclear(self, column: Sequence[Difference]) -> list[int]:
        tested = sorted((entry.p, k) for k, entry in enumerate(column) if entry.p is not None)
        found = []
        for rank, (p, k) in enumerate(tested):
            times = len(tested) - rank
            if self.is_unclear(p, times):
                found.append(k)
            elif p > (1 - self.settings.level) / times:
                break  # Holm stops at the first that is not significant
        return found

    def _of_class(self, key: str, k: int, swapped: FloatArray) -> Difference:
        return difference(
            self.first.per_class[k].metrics[key],
            self.second.per_class[k].metrics[key],
            swapped,
            images=int(self.held.of_class[k]),
            level=self.settings.level,
            reason="no truth of the class",
            counted=self.units.counted,
        )

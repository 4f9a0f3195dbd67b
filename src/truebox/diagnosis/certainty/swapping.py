"""What chance alone would part two models by: their detections of an image swapped at random."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.watched import WATCHED_AT_ONCE, is_watched, say_done
from truebox.diagnosis.certainty.drawn_units import swaps
from truebox.diagnosis.certainty.replicates import Resampling

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits
    from truebox.evaluation import Result
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["SwapTest", "Swapped"]

_WEIGHTS_AT_ONCE = 64_000_000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Swapped:
    """Second minus first after each random swap; NaN where undefined.

    Parameters
    ----------
    metrics : mapping of name to array [R]
    per_class : mapping of name to array [R, K]
    """

    metrics: Mapping[str, FloatArray]
    per_class: Mapping[str, FloatArray]


class SwapTest:
    """Two results of one truth, ready to be swapped.

    Parameters
    ----------
    first, second : Result
    units : DrawnUnits
        What is swapped as one: an image, or a group of them.
    keys, classes
        As in `Resampling`.

    Examples
    --------
    >>> from truebox.diagnosis.certainty.drawn_units import drawn_units
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(12, 2, 9, 3.0, 1), mode="corrected")
    >>> test = SwapTest(result, result, drawn_units(result, np.arange(12)))
    >>> float(np.abs(test.swapped(100, 0, 0).metrics["AP"]).max())  # equal models differ by nothing
    0.0
    """

    def __init__(
        self,
        first: Result,
        second: Result,
        units: DrawnUnits,
        *,
        keys: Collection[str] | None = None,
        classes: Int64Array | None = None,
    ) -> None:
        self.both = Resampling(first, second, keys=keys, classes=classes)
        self.units = units

    @property
    def visits(self) -> int:
        """How many detections one random swap looks at, over all questions."""
        return 2 * self.both.visits

    def swapped(self, replicates: int, seed: int, stream: int, *, threads: int | None = None) -> Swapped:
        """So many random swaps; `stream` tells runs of one seed apart."""
        chosen = swaps(self.units.count, replicates, seed, stream)
        at_once = max(64, _WEIGHTS_AT_ONCE // max(1, 2 * len(self.units.of_image)))
        if is_watched():
            at_once = min(at_once, WATCHED_AT_ONCE)
        parts = []
        for begin in range(0, replicates, at_once):
            say_done("swaps", begin, replicates)
            parts.append(self._of(chosen[begin : begin + at_once], threads))
        return Swapped(
            metrics={key: np.concatenate([part.metrics[key] for part in parts]) for key in parts[0].metrics},
            per_class={
                key: np.concatenate([part.per_class[key] for part in parts]) for key in parts[0].per_class
            },
        )

    def _of(self, chosen: ByteArray, threads: int | None) -> Swapped:
        of_first, of_second = self.units.spread_out(1 - chosen), self.units.spread_out(chosen)
        before = self.both.weighed(_interleaved(of_first, of_second), threads=threads)
        after = self.both.weighed(_interleaved(of_second, of_first), threads=threads)
        return Swapped(
            metrics={key: after.metrics[key] - values for key, values in before.metrics.items()},
            per_class={key: after.per_class[key] - values for key, values in before.per_class.items()},
        )


def _interleaved(first: ByteArray, second: ByteArray) -> ByteArray:
    """Weights of both models' images [R, 2 I], as `Resampling` of two results has them."""
    return np.stack([first, second], axis=2).reshape(len(first), -1)

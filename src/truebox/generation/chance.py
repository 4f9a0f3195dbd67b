"""Random draws that give the same numbers on every platform and with every NumPy version.

NumPy promises that the raw stream of a bit generator never changes, but not what its
distributions make of it, and ``exp`` or ``log`` may differ in the last bit between machines. So
everything here is made of uniform doubles, comparisons and single additions and multiplications.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["Chance"]

Shape: TypeAlias = "int | tuple[int, ...]"


class Chance:
    """A seeded source of random columns; different `streams` of one seed are independent.

    Parameters
    ----------
    seed : int
        Zero or more.
    *streams : int
        Names a part of the work, so that changing one part leaves the others as they were.

    Examples
    --------
    >>> float(Chance(7).uniform(1)[0])
    0.625095466604667
    """

    def __init__(self, seed: int, *streams: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64([seed, *streams]))

    def uniform(self, shape: Shape) -> FloatArray:
        """Draw uniformly from [0, 1)."""
        return self._generator.random(shape)

    def between(self, low: float, high: float, shape: Shape) -> FloatArray:
        """Draw uniformly from [low, high)."""
        return low + (high - low) * self.uniform(shape)

    def bell(self, shape: Shape) -> FloatArray:
        """Draw from a bell curve with mean 0 and standard deviation 1 that ends at -3 and 3.

        The sum of three uniforms: close enough to the normal distribution for noise, and exact.
        """
        total = self.uniform(shape)
        total += self.uniform(shape)
        total += self.uniform(shape)
        total -= 1.5
        total *= 2.0
        return total

    def whole(self, limit: int | Int64Array, shape: Shape) -> Int64Array:
        """Draw whole numbers from 0 up to, not including, `limit` (at least 1, also per element)."""
        drawn: Int64Array = (self.uniform(shape) * limit).astype(np.int64)
        return drawn

    def happens(self, probability: float | FloatArray, shape: Shape) -> BoolArray:
        """Tell for each element whether an event of this probability happens."""
        outcome: BoolArray = self.uniform(shape) < probability
        return outcome

    def weighted(self, weights: FloatArray, shape: Shape) -> Int64Array:
        """Draw indices into `weights`, each as often as its weight says."""
        steps = np.cumsum(weights)
        drawn = np.searchsorted(steps, self.uniform(shape) * steps[-1], side="right")
        picked: Int64Array = np.minimum(drawn, len(weights) - 1)
        return picked

    def order(self, length: int) -> Int64Array:
        """Shuffle the indices 0 to `length` - 1."""
        order: Int64Array = np.argsort(self.uniform(length), kind="stable")
        return order

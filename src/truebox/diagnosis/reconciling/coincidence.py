"""How often something that was tried would give a number by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.diagnosis.reconciling.asked import ReportedNumber

__all__ = ["MOST_BY_CHANCE", "share_by_chance"]

MOST_BY_CHANCE = 0.05
"""Where more of the numbers near a reported one would be explained too, an explanation proves nothing."""

_AROUND, _LAST_DIGITS, _NUMBERS, _SEED = 0.02, 20, 2000, 0


def share_by_chance(
    asked: Mapping[str, ReportedNumber], spans: Sequence[Mapping[str, tuple[float, float]]]
) -> float:
    """Of made-up numbers near the reported ones, the share that something tried would give as well.

    Parameters
    ----------
    asked : mapping of metric to ReportedNumber
        What was reported.
    spans : sequence of mappings
        What each mixture that was tried gives of each metric, from the lowest to the highest. One that lacks
        a metric gives nothing.

    Notes
    -----
    Numbers are drawn evenly within 0.02 of each reported one, or 20 last digits where these are wider, with a
    fixed seed. With hundreds of mixtures and three digits nearly every number has an explanation.

    Examples
    --------
    >>> from truebox.diagnosis.reconciling.asked import ReportedNumber
    >>> share_by_chance({"AP": ReportedNumber(0.5, 0.005)}, [{"AP": (0.3, 0.7)}])
    1.0
    """
    whole = [each for each in spans if all(key in each for key in asked)]
    if not whole or not asked:
        return 0.0
    chance = np.random.default_rng(_SEED)
    fits = np.ones((_NUMBERS, len(whole)), dtype=bool)
    for key, (value, half, _) in asked.items():
        around = max(_AROUND, 2 * _LAST_DIGITS * half)
        numbers = chance.uniform(value - around, value + around, _NUMBERS)
        low, high = np.array([each[key] for each in whole]).T
        fits &= (low - half <= numbers[:, None]) & (numbers[:, None] <= high + half)
    return float(fits.any(axis=1).mean())

"""The difference of one metric between two models, and whether the data can show it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal

from truebox.diagnosis.certainty.estimate import FEWEST_IMAGES, NO_SPREAD, UNMOVED, centred, interval, too_few

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["POWER", "Difference", "Verdict", "difference", "holm"]

Verdict = Literal["better", "worse", "not significant", "undefined"]

POWER = 0.8
"""How often a difference as large as `Difference.detectable` would be found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What the second model has more than the first.

    Parameters
    ----------
    first, second : float or None
        The metric of each.
    value : float or None
        ``second - first``.
    low, high : float or None
        Interval of the difference.
    error : float or None
        Its standard error.
    p : float or None
        Probability of a difference at least as large, either way, if both models were equally good.
    corrected_p : float or None
        The same for one class among many: corrected for looking at all of them (Holm).
    detectable : float or None
        The smallest true difference that this data would show with a probability of 80 %:
        ``(z[1 - (1 - level) / 2] + z[0.8]) * error``.
    verdict : {"better", "worse", "not significant", "undefined"}
        Of the second model, by `corrected_p` where there is one, else by `p`, against ``1 - level``.
    reason : str or None
        Why something is None.
    """

    first: float | None
    second: float | None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    error: float | None = None
    p: float | None = None
    corrected_p: float | None = None
    detectable: float | None = None
    verdict: Verdict = "undefined"
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def difference(
    first: float | None,
    second: float | None,
    replicates: FloatArray,
    *,
    images: int,
    level: float,
    reason: str | None = None,
) -> Difference:
    """Interval and p-value of one difference from its paired replicates.

    The p-value is the share of replicates whose distance from their mean reaches the difference, doubled
    for two sides (the interval and the p-value say the same). Where no replicate reaches it, the share is
    only known to be small, and the tail of a normal distribution of that spread is taken if it is smaller.

    Parameters
    ----------
    first, second : float or None
        The metric of each model.
    replicates : array [R]
        Second minus first under the same draws; NaN where undefined.
    images : int
        That hold truths the metric counts.
    level : float
        Of the interval; a p-value up to ``1 - level`` is significant.
    reason : str or None
        Why a metric is None.

    Examples
    --------
    >>> import numpy as np
    >>> found = difference(0.5, 0.6, np.linspace(0.0, 0.2, 1001), images=100, level=0.95)
    >>> found.verdict, round(found.low, 3), round(found.high, 3)
    ('better', 0.005, 0.195)
    """
    if first is None or second is None:
        return Difference(first=first, second=second, reason=reason)
    value = second - first
    if images < FEWEST_IMAGES:
        return Difference(first=first, second=second, value=value, reason=too_few(images))
    spread = centred(replicates)
    if spread is None:
        return Difference(
            first=first, second=second, value=value, reason="most replicates hold no truth of it"
        )
    low, high = interval(value, spread, level)
    error = float(spread.std(ddof=1))
    p = _two_sided(value, spread, error)
    tail = NormalDist().inv_cdf(1 - (1 - level) / 2)
    return Difference(
        first=first,
        second=second,
        value=value,
        low=low,
        high=high,
        error=error,
        p=p,
        detectable=(tail + NormalDist().inv_cdf(POWER)) * error if error > NO_SPREAD else None,
        verdict=_verdict(value, p, level),
        reason=None if error > NO_SPREAD else UNMOVED,
    )


def holm(differences: Sequence[Difference], level: float) -> list[Difference]:
    """The differences of one metric in many classes, corrected for looking at all of them.

    Holm (1979): the smallest of m p-values is multiplied by m, the next by m - 1, and so on, and none may
    fall below the one before. The probability of any false finding is then at most ``1 - level``.

    Examples
    --------
    >>> raw = [Difference(first=0.5, second=0.6, value=0.1, p=p) for p in (0.01, 0.04, 0.03)]
    >>> [(entry.corrected_p, entry.verdict) for entry in holm(raw, 0.95)]
    [(0.03, 'better'), (0.06, 'not significant'), (0.06, 'not significant')]
    """
    corrected = list(differences)
    tested = sorted((entry.p, place) for place, entry in enumerate(differences) if entry.p is not None)
    highest = 0.0
    for rank, (p, place) in enumerate(tested):
        highest = min(1.0, max(highest, p * (len(tested) - rank)))
        entry = corrected[place]
        verdict = _verdict(entry.value or 0.0, highest, level)
        corrected[place] = replace(entry, corrected_p=highest, verdict=verdict)
    return corrected


def _two_sided(value: float, spread: FloatArray, error: float) -> float:
    # Rounding must not part what is equal: a difference of one image recurs in the replicates.
    reached = min(int((spread >= value - NO_SPREAD).sum()), int((spread <= value + NO_SPREAD).sum()))
    share = min(1.0, 2 * (reached + 1) / (len(spread) + 1))
    if reached > 0 or error <= NO_SPREAD:
        return share
    return min(share, math.erfc(abs(value) / (error * math.sqrt(2))))


def _verdict(value: float, p: float, level: float) -> Verdict:
    if p > 1 - level or abs(value) < NO_SPREAD:
        return "not significant"
    return "better" if value > 0 else "worse"

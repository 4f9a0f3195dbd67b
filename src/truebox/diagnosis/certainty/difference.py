"""The difference of one metric between two models, and whether the data can show it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox.diagnosis.certainty.estimate import NO_SPREAD, UNMOVED, fewest, too_few

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["POWER", "Difference", "Verdict", "difference", "holm", "p_of", "p_text", "where_less_is_better"]

Verdict = Literal["better", "worse", "not significant", "undefined"]

_OF_ERRORS: dict[Verdict, Verdict] = {"better": "worse", "worse": "better"}

POWER = 0.8
"""How often a difference as large as `Difference.detectable` would be found."""

_FEWEST_SHARE = 0.5
_LEAST_P = 0.001


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
        Interval of the difference: every value that the same test would not reject.
    error : float or None
        Its standard error.
    p : float or None
        Probability of a difference at least as large, either way, if both models were equally good and the
        detections of each image might as well have come from the other.
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
    swapped: FloatArray,
    *,
    images: int,
    level: float,
    reason: str | None = None,
    counted: str = "images",
    tested: float | None = None,
) -> Difference:
    """Interval and p-value of one difference, from those that remain when the models are swapped at random.

    If both models are equally good, the detections of each image might as well have come from the other:
    swapping them in a random half of the images gives differences that are chance alone. The p-value is
    the share of them, the observed one included, that are at least as large either way. The interval reaches
    to both sides as far as the largest difference that is not significant, so that it never contradicts it.

    Parameters
    ----------
    first, second : float or None
        The metric of each model.
    swapped : array [R]
        Second minus first, with the images swapped at random; NaN where undefined.
    images : int
        That hold truths the metric counts; of grouped images the groups that do. Of the ``2 ** images`` swaps
        none and all are as large as what is observed: no p-value is less than two of them.
    level : float
        Of the interval; a p-value up to ``1 - level`` is significant.
    reason : str or None
        Why a metric is None.
    counted : str
        What `images` counts: ``"images"``, or what groups of them are called.
    tested : float, optional
        The difference of what was swapped, where that is not quite the metric: the p-value is the larger of
        both.

    Notes
    -----
    Source: R. A. Fisher, The Design of Experiments, 1935; E. W. Noreen, Computer-Intensive Methods for
    Testing Hypotheses, 1989; M. D. Smucker, J. Allan, B. Carterette, A Comparison of Statistical
    Significance Tests for Information Retrieval Evaluation, CIKM 2007.

    Examples
    --------
    >>> import numpy as np
    >>> found = difference(0.5, 0.6, np.linspace(-0.1, 0.1, 1001) * 0.99, images=100, level=0.95)
    >>> found.verdict, round(found.low, 3), round(found.high, 3)
    ('better', 0.006, 0.194)
    """
    if first is None or second is None:
        return Difference(first=first, second=second, reason=reason)
    value = second - first
    if images < fewest(counted):
        return Difference(first=first, second=second, value=value, reason=too_few(images, counted))
    by_chance = np.abs(swapped[~np.isnan(swapped)])
    if len(by_chance) < max(2, _FEWEST_SHARE * len(swapped)):
        return Difference(
            first=first, second=second, value=value, reason="most replicates hold no truth of it"
        )
    error = math.sqrt(float((by_chance**2).mean()))
    reach = _reach(by_chance, error, level)
    p = max(p_of(value, by_chance, error), 2.0 ** (1 - images))  # of so few, two of all swaps are as large
    if tested is not None:
        p = max(p, p_of(tested, by_chance, error))
    if p > 1 - level:
        reach = max(reach, abs(value))
    tail = NormalDist().inv_cdf(1 - (1 - level) / 2)
    return Difference(
        first=first,
        second=second,
        value=value,
        low=value - reach,
        high=value + reach,
        error=error,
        p=p,
        detectable=(tail + NormalDist().inv_cdf(POWER)) * error if error > NO_SPREAD else None,
        verdict=_verdict(value, p, level),
        reason=None if error > NO_SPREAD else UNMOVED,
    )


def p_of(value: float, by_chance: FloatArray, error: float) -> float:
    """How likely chance is to part equal models so far, from what it did; see `difference`.

    Where no swap reaches so far, p is less than counting can say: Hoeffding's bound ``2 exp(-z^2 / 2)`` of a
    sum of independent swaps is then taken (W. Hoeffding, Probability Inequalities for Sums of Bounded Random
    Variables, JASA, 1963). What was counted stays: AP is no sum where images are few.

    Examples
    --------
    >>> import numpy as np
    >>> p_of(0.3, np.array([0.1, 0.2, 0.3]), 0.2), p_of(2.0, np.array([0.1, 0.2, 0.3]), 0.2) < 1e-20
    (0.5, True)
    """
    # Rounding must not part what is equal: a difference of one image recurs when it alone is swapped.
    reached = int((by_chance >= abs(value) - NO_SPREAD).sum())
    share = (1 + reached) / (len(by_chance) + 1)
    if reached or error <= NO_SPREAD:
        return share
    return min(share, 2 * math.exp(-0.5 * (value / error) ** 2))


def _reach(by_chance: FloatArray, error: float, level: float) -> float:
    """The largest difference that is not significant."""
    beyond = math.floor((1 - level) * (len(by_chance) + 1) + 1e-9) - 1  # so many may be as large, at most
    if beyond < 0:
        return max(float(by_chance.max()), error * math.sqrt(2 * math.log(2 / (1 - level))))
    return float(np.partition(by_chance, len(by_chance) - 1 - beyond)[-1 - beyond])


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


def where_less_is_better(found: Difference) -> Difference:
    """The same of an error or a miss rate, whose fall is an improvement.

    Examples
    --------
    >>> where_less_is_better(Difference(first=0.4, second=0.3, value=-0.1, verdict="worse")).verdict
    'better'
    """
    return replace(found, verdict=_OF_ERRORS.get(found.verdict, found.verdict))


def _verdict(value: float, p: float, level: float) -> Verdict:
    if p > 1 - level or abs(value) < NO_SPREAD:
        return "not significant"
    return "better" if value > 0 else "worse"


def p_text(p: float | None, *, bare: bool = True) -> str:
    """Return a p-value as papers write it: three decimals without a zero before them, small ones as a bound.

    Examples
    --------
    >>> p_text(0.0312), p_text(1e-9), p_text(0.0312, bare=False), p_text(None)
    ('.031', '< .001', '= .031', 'n/a')
    """
    if p is None:
        return "n/a"
    if p < _LEAST_P:
        return f"< {_without_zero(_LEAST_P)}"
    return _without_zero(p) if bare else f"= {_without_zero(p)}"


def _without_zero(p: float) -> str:
    return f"{p:.3f}".removeprefix("0")

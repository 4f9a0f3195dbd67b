"""Student's t: its tails, and what small samples need of it."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

__all__ = ["expanded_tail", "student_quantile", "student_tail"]

_NEARLY_NORMAL = 300
_HALVINGS = 60


def student_tail(t: float, freedom: int) -> float:
    """Probability that Student's t is at least `t` away from 0.

    Notes
    -----
    Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4; beyond
    300 degrees of freedom the normal distribution.

    Examples
    --------
    >>> round(student_tail(2.0, 3), 6), round(student_tail(1.0, 1), 6)
    (0.139326, 0.5)
    """
    if freedom > _NEARLY_NORMAL:
        return math.erfc(t / math.sqrt(2))
    angle = math.atan(t / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for k in range(odd, freedom - 1, 2):
        total += term
        term *= square * (k + 1) / (k + 2)
    within = math.sin(angle) * total
    if odd:
        within = 2 / math.pi * (angle + within)
    return max(0.0, 1 - within)


@lru_cache(maxsize=4096)
def student_quantile(beyond: float, freedom: int) -> float:
    """The `t` that Student's t is away from 0 at least, either way, with the probability `beyond`.

    Examples
    --------
    >>> round(student_quantile(0.05, 9), 3), round(student_quantile(0.05, 10_000), 3)
    (2.262, 1.96)
    """
    if freedom > _NEARLY_NORMAL:
        return -NormalDist().inv_cdf(beyond / 2)
    low, high = 0.0, 1.0
    while student_tail(high, freedom) > beyond and high < 1e12:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, freedom) > beyond else (low, middle)
    return high


def expanded_tail(level: float, drawn: int) -> float:
    """How far out the percentiles of a bootstrap over so many images are to be read.

    Replicates of `drawn` images are narrower than the truth by ``sqrt((drawn - 1) / drawn)``, and normal
    where Student's t is meant: ``Phi(-sqrt(n / (n - 1)) t)`` for the usual ``(1 - level) / 2``.

    Notes
    -----
    Source: T. Hesterberg, What Teachers Should Know About the Bootstrap, The American Statistician, 2015,
    section 5.2 (expanded percentile interval).

    Examples
    --------
    >>> round(expanded_tail(0.95, 10), 4), round(expanded_tail(0.95, 5000), 4)
    (0.0086, 0.025)
    """
    if drawn < 2:
        return 0.0
    reach = math.sqrt(drawn / (drawn - 1)) * student_quantile(1 - level, drawn - 1)
    return NormalDist().cdf(-reach)

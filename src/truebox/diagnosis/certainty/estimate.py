"""A number, how sure it is, and why it may not be known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = [
    "FEWEST_IMAGES",
    "NO_SPREAD",
    "UNMOVED",
    "Estimate",
    "centred",
    "estimate",
    "interval",
    "too_few",
]

FEWEST_IMAGES = 10
"""A bootstrap over fewer images with truth says nothing about others."""

NO_SPREAD = 1e-12
"""Replicates that differ by less differ by rounding."""

UNMOVED = "no replicate differs from another"
"""Why there is no interval: such data cannot say how sure it is."""

_FEWEST_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A metric with its interval.

    Parameters
    ----------
    value : float or None
        The metric of the data as it is.
    low, high : float or None
        The interval that contains, with the stated probability, the metric's mean over data sets of as many
        images from the same origin.
    error : float or None
        The standard error.
    reason : str or None
        Why one of these is None.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    error: float | None = None
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {name: getattr(self, name) for name in ("value", "low", "high", "error", "reason")}


def estimate(
    value: float | None,
    replicates: FloatArray,
    *,
    images: int,
    level: float,
    reason: str | None,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Estimate:
    """Interval of one metric from its bootstrap replicates.

    How far the replicates lie from their own mean is taken for how far the value lies from the mean over
    data sets of this size (the basic bootstrap of Davison and Hinkley, Bootstrap Methods and their
    Application, 1997, section 5.2, about the centre of the replicates). Percentiles of the replicates would
    not do: AP is the higher, the fewer different images it is computed of, and a replicate has fewer.

    Parameters
    ----------
    value : float or None
        The metric of the data as it is.
    replicates : array [R]
        NaN where undefined.
    images : int
        That hold truths the metric counts.
    level : float
        Probability, such as 0.95.
    reason : str or None
        Why `value` is None.
    bounds : (float, float)
        The metric cannot be outside.

    Examples
    --------
    >>> found = estimate(0.5, np.linspace(0.41, 0.61, 101), images=100, level=0.9, reason=None)
    >>> round(found.low, 3), round(found.high, 3), round(found.error, 3)
    (0.41, 0.59, 0.059)
    """
    if value is None:
        return Estimate(value=None, reason=reason)
    if images < FEWEST_IMAGES:
        return Estimate(value=value, reason=too_few(images))
    spread = centred(replicates)
    if spread is None:
        return Estimate(value=value, reason="most replicates hold no truth of it")
    if np.abs(spread).max() < NO_SPREAD:
        return Estimate(value=value, reason=UNMOVED)
    low, high = interval(value, spread, level)
    return Estimate(
        value=value,
        low=min(max(low, bounds[0]), bounds[1]),
        high=min(max(high, bounds[0]), bounds[1]),
        error=float(spread.std(ddof=1)),
    )


def too_few(images: int) -> str:
    """Why so few images give no interval."""
    counted = "1 image" if images == 1 else f"{images} images"
    return f"only {counted} with truths of it; {FEWEST_IMAGES} are needed"


def centred(replicates: FloatArray) -> FloatArray | None:
    """The defined replicates about their mean; None where more than half are undefined."""
    defined = replicates[~np.isnan(replicates)]
    if len(defined) < max(2, _FEWEST_SHARE * len(replicates)):
        return None
    found: FloatArray = defined - defined.mean()
    return found


def interval(value: float, spread: FloatArray, level: float) -> tuple[float, float]:
    """Both ends, from the replicates about their mean."""
    tail = (1 - level) / 2
    lower, upper = np.quantile(spread, [tail, 1 - tail])
    return value - float(upper), value - float(lower)

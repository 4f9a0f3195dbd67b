"""A number, how sure it is, and why it may not be known."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis.certainty.student import expanded_tail, student_quantile

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = [
    "FEWEST_GROUPS",
    "FEWEST_IMAGES",
    "NO_SPREAD",
    "UNMOVED",
    "Estimate",
    "centred",
    "estimate",
    "fewest",
    "interval",
    "too_few",
]

FEWEST_IMAGES = 10
"""A bootstrap over fewer images with truth says nothing about others."""

FEWEST_GROUPS = 6
"""The same of groups of images, each of which tells more: six held in simulation."""

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
        Why one of these is None, or why the interval may be too short.
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
    counted: str = "images",
    held: str = "truths of it",
    outward: bool = True,
    student: bool = False,
) -> Estimate:
    """Interval of one metric from its bootstrap replicates.

    Expanded percentiles of the replicates (`expanded_tail`): from the lower to the higher end of those as
    they are and of those moved so that their mean lies on the value. AP is the higher, the fewer different
    images it is computed of, and a replicate has fewer; how much of that to take away is not known where
    classes are rare, and either alone held the mean in 85 to 93 of 100 cases there. They are not reflected
    about the value, as the basic bootstrap has it: in simulation that costs 3 to 10 points of coverage where
    classes are rare or images few.

    Parameters
    ----------
    value : float or None
        The metric of the data as it is.
    replicates : array [R]
        NaN where undefined.
    images : int
        That hold truths the metric counts; of grouped images the groups that do.
    level : float
        Probability, such as 0.95.
    reason : str or None
        Why `value` is None.
    bounds : (float, float)
        The metric cannot be outside.
    counted : str
        What `images` counts: ``"images"``, or what groups of them are called (``"groups"``,
        ``"sequences"``, ``"blocks of 25 frames"``).
    held : str
        What these images hold.
    outward : bool
        Whether to reach to the percentiles as they are too; not where noise is known to raise every
        replicate.
    student : bool
        Whether to reach at least as far as Student's t has it, where replicates are too few, or of too few
        groups, to show their far ends.

    Examples
    --------
    >>> found = estimate(0.5, np.linspace(0.41, 0.61, 101), images=100, level=0.9, reason=None)
    >>> round(found.low, 3), round(found.high, 3), round(found.error, 3)
    (0.41, 0.6, 0.059)
    """
    if value is None:
        return Estimate(value=None, reason=reason)
    if images < fewest(counted):
        return Estimate(value=value, reason=too_few(images, counted, held))
    spread = centred(replicates)
    if spread is None:
        return Estimate(value=value, reason="most replicates hold no truth of it")
    if np.abs(spread).max() < NO_SPREAD:
        return Estimate(value=value, reason=UNMOVED)
    low, high = interval(value, spread, level, images)
    if outward:
        mean = float(np.nanmean(replicates) if len(spread) < len(replicates) else replicates.mean())
        low, high = min(low, low - value + mean), max(high, high - value + mean)
    if student:
        reach = math.sqrt(images / (images - 1)) * student_quantile(1 - level, images - 1)
        reach *= float(spread.std(ddof=1))
        low, high = min(low, value - reach), max(high, value + reach)
    return Estimate(
        value=value,
        low=min(max(low, bounds[0]), bounds[1]),
        high=min(max(high, bounds[0]), bounds[1]),
        error=float(spread.std(ddof=1)),
    )


def too_few(images: int, counted: str = "images", held: str = "truths of it") -> str:
    """Why so few images give no interval.

    Examples
    --------
    >>> too_few(1, "groups")
    'only 1 group with truths of it; 6 are needed'
    >>> too_few(1, "blocks of 25 frames")
    'only 1 block of 25 frames with truths of it; 6 are needed'
    >>> too_few(1, "true tracks")
    'only 1 true track; 6 are needed'
    """
    one = re.sub(r"^([\w ]*?\w)s\b", r"\1", counted)
    number = f"1 {one}" if images == 1 else f"{images} {counted}"
    which = "" if counted.startswith("true ") else f" with {held}"
    return f"only {number}{which}; {fewest(counted)} are needed"


def fewest(counted: str) -> int:
    """How many images, or groups of images (videos, sequences, blocks of frames), an interval needs."""
    return FEWEST_IMAGES if counted == "images" else FEWEST_GROUPS


def centred(replicates: FloatArray) -> FloatArray | None:
    """The defined replicates about their mean; None where more than half are undefined."""
    defined = replicates[~np.isnan(replicates)]
    if len(defined) < max(2, _FEWEST_SHARE * len(replicates)):
        return None
    found: FloatArray = defined - defined.mean()
    return found


def interval(value: float, spread: FloatArray, level: float, images: int) -> tuple[float, float]:
    """Both ends, from the replicates about their mean."""
    tail = expanded_tail(level, images)
    ordered = np.sort(spread)
    return value + _quantile(ordered, tail), value + _quantile(ordered, 1 - tail)


def _quantile(ordered: FloatArray, share: float) -> float:
    """As `numpy.quantile` has it, to the bit, of what is in order; its call takes ten times as long."""
    place = (len(ordered) - 1) * share
    low = math.floor(place)
    before, after = float(ordered[low]), float(ordered[min(low + 1, len(ordered) - 1)])
    way, step = place - low, after - before
    return before + step * way if way < 0.5 else after - step * (1 - way)

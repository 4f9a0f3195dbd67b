"""Whether a part of the data is found less often than the rest by more than chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["recall_p_value", "student_tail"]

_NEARLY_NORMAL = 300


def recall_p_value(found: BoolArray, inside: BoolArray, image: AnyArray) -> float | None:
    """How likely so large a difference of recall is by chance, in both directions; None if a side is empty.

    Truths of one image are found or missed together (a dark image loses them all), so images, not truths,
    are what chance draws. The statistic is the difference of both recalls over its standard error; its
    reference is Student's t with as many degrees of freedom as the smaller side has images, less one,
    images of many truths weighing more (Kish's effective number).

    The standard error is the larger of two, because either alone is too small where recall is near 0 or 1
    and a side has few images: that of the sums of each image's residuals ``found - recall of all``, and
    that which follows if any two truths of one image correlate as they do on average over all images.

    Parameters
    ----------
    found, inside : bool arrays [G]
        Truths that count: which are found, and which are in the slice.
    image : int array [G]
        Which image each is of.

    Notes
    -----
    Source of both errors: K.-Y. Liang and S. L. Zeger, Longitudinal Data Analysis Using Generalized Linear
    Models, Biometrika, 1986 (robust, and exchangeable); of the effective number: L. Kish, Survey Sampling,
    1965.

    Examples
    --------
    >>> import numpy as np
    >>> found, inside = np.array([True, True, False, False] * 5), np.array([True, True, False, False] * 5)
    >>> recall_p_value(found, inside, np.arange(20)) < 0.01  # twenty images
    True
    >>> recall_p_value(found, inside, np.arange(20) % 4) > 0.05  # the same truths on four
    True
    """
    n, m = int(inside.sum()), int((~inside).sum())
    if n == 0 or m == 0:
        return None
    residual = found - found.mean()
    by_image = np.bincount(image, np.where(inside, residual / n, -residual / m))
    shares = np.bincount(image, np.where(inside, 1 / n, -1 / m))
    difference = float(by_image.sum())
    common = _correlation(residual, image)
    exchangeable = (residual**2).mean() * ((1 - common) * (1 / n + 1 / m) + common * (shares**2).sum())
    spread = math.sqrt(max(float((by_image**2).sum()), float(exchangeable)))
    # Sums of rounded residuals are not exactly 0 where all truths are alike.
    if spread < 1e-12:
        return 1.0
    effective = min(_effective(image[inside]), _effective(image[~inside]))
    return student_tail(abs(difference) / spread, max(1, int(effective + 1e-9) - 1))


def _correlation(residual: FloatArray, image: AnyArray) -> float:
    """Of two truths of one image, averaged over all such pairs; at least 0."""
    counts = np.bincount(image)
    pairs = float((counts * (counts - 1)).sum())
    variance = float((residual**2).mean())
    if pairs == 0 or variance == 0:
        return 0.0
    together = np.bincount(image, residual)
    return max(0.0, float((together**2).sum() - (residual**2).sum()) / (variance * pairs))


def _effective(image: AnyArray) -> float:
    """How many images of equally many truths would tell as much."""
    counts = np.bincount(image).astype(np.float64)
    return float(counts.sum() ** 2 / (counts**2).sum())


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

"""Boxes that come back from a file with other last digits, because it holds parts of them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.format import NotHeld

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["digits_not_held"]

_WHAT = "last digits of boxes (an overlap that is a threshold exactly may fall below it)"


def digits_not_held(boxes: FloatArray, again: FloatArray) -> tuple[NotHeld, ...]:
    """How many rows [N, 4] a reader gives other numbers than were written.

    Parameters
    ----------
    boxes, again : float64 array [N, 4]
        As they were, and as whoever reads the file computes them.

    Examples
    --------
    >>> import numpy as np
    >>> box = np.array([[1.0, 0.0, 3.0, 2.0]])
    >>> digits_not_held(box, box / 4 * 4)
    ()
    >>> digits_not_held(box, box + 1e-15)[0].count
    1
    """
    count = int((boxes != again).any(axis=1).sum())
    return (NotHeld(_WHAT, count),) if count else ()

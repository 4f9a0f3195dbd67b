"""How much better a number must be under another reading to be worth a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeGuard

__all__ = ["gained"]

_MORE = 0.02


def gained(otherwise: float | None, given: float, times: float = 1.05) -> TypeGuard[float]:
    """Whether AP is better otherwise by .02 and by a twentieth, or so many times as high.

    Examples
    --------
    >>> gained(0.53, 0.5), gained(0.51, 0.5), gained(None, 0.5), gained(0.53, 0.5, times=1.2)
    (True, False, False, False)
    """
    return otherwise is not None and otherwise >= max(given + _MORE, times * given)

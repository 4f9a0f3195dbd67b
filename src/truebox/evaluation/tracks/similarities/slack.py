"""By how much a similarity may miss its threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import Mode

__all__ = ["EPSILON", "slack"]

EPSILON = float(np.finfo(np.float64).eps)
"""Between 1 and the next number; what the references take for no difference."""


def slack(mode: Mode) -> float:
    """What the references give in strict mode; nothing in corrected mode.

    Examples
    --------
    >>> slack("strict"), slack("corrected")
    (2.220446049250313e-16, 0.0)
    """
    return EPSILON if mode == "strict" else 0.0

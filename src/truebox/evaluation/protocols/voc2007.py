"""PASCAL VOC 2007: AP is the mean of precision at eleven recalls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.pascal import challenge
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["PROTOCOL"]


def _eleven_points(mended: Quirk) -> FloatArray:
    """As ``0:0.1:1`` is counted, where .3, .6 and .7 are one rounding too high; mended, the decimals."""
    points: FloatArray = np.arange(11, dtype=np.float64) * 0.1
    return points.round(1) if Quirk.LINSPACE in mended else points


PROTOCOL = challenge(
    "voc2007", "PASCAL VOC 2007", _eleven_points, PrecisionRule.SAMPLED, Quirk.TIE_ORDER | Quirk.LINSPACE
)

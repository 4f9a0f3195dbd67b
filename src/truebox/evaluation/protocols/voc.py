"""PASCAL VOC from 2010 on: AP is the area under the envelope of precision, over all recalls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.pascal import challenge
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["PROTOCOL"]


def _for_curves(mended: Quirk) -> FloatArray:
    """AP needs no sample of precision, drawings of it do."""
    del mended
    return np.linspace(0, 1, 101).round(2)


PROTOCOL = challenge("voc", "PASCAL VOC", _for_curves, PrecisionRule.AREA, Quirk.TIE_ORDER)

"""Caltech Pedestrians: the log-average miss rate as the toolbox of its authors reads it."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.protocols.pedestrians.heights import pedestrian_protocol
from truebox.evaluation.protocols.pedestrians.miss_rate import log_average
from truebox.evaluation.states.quirks import Quirk

__all__ = ["PROTOCOL"]

# By Python's power: that of NumPy misses 0.1 by one rounding in some versions and on some processors.
_POWERS = np.array([10.0 ** (quarter / 4) for quarter in range(-8, 1)])
_LEAST = 1e-10
_MEASURE = log_average(_POWERS, least=_LEAST)

PROTOCOL = pedestrian_protocol(
    "caltech",
    "Caltech Pedestrians",
    "pdollar/toolbox bbGt.m (e873326)",
    measures={False: _MEASURE, True: _MEASURE},
    quirks=Quirk.TIE_ORDER,
)

"""CityPersons: the log-average miss rate as its own code reads it."""

from __future__ import annotations

from truebox.evaluation.protocols.pedestrians.heights import (
    BEYOND_REFERENCE,
    FIRST_CLASS,
    pedestrian_protocol,
)
from truebox.evaluation.protocols.pedestrians.miss_rate import FOUR_DECIMALS, log_average
from truebox.evaluation.states.quirks import Quirk

__all__ = ["PROTOCOL"]

PROTOCOL = pedestrian_protocol(
    "citypersons",
    "CityPersons",
    "CityPersons eval_MR_multisetup.py (839c22f)",
    measures={False: log_average(FOUR_DECIMALS, beyond=None), True: log_average(FOUR_DECIMALS)},
    quirks=Quirk.TIE_ORDER | Quirk.ID_ZERO | Quirk.DUPLICATE_IDS | Quirk.BEYOND_REFERENCE | Quirk.FIRST_CLASS,
    own=(BEYOND_REFERENCE, FIRST_CLASS),
)

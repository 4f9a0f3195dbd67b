"""Argoverse 2's numbers of draws, by hand; against repeated rows in `test_drawn_outcomes`."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.certainty.replicates import Resampling

BOX = {
    **{"tx_m": 0, "ty_m": 0, "tz_m": 0, "length_m": 4, "width_m": 2, "height_m": 2},
    **{"qw": 1, "qx": 0, "qy": 0, "qz": 0, "log_id": "a", "category": "BUS"},
}


def table(*rows: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [(BOX | row)[name] for row in rows] for name in BOX | rows[0]}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_sweep_that_is_not_drawn_takes_its_misses_with_it() -> None:
    """One bus found 1 m off, so at half of the distances, one missed."""
    truth = table(*({"timestamp_ns": time, "num_interior_pts": 9} for time in (7, 8)))
    found = table({"timestamp_ns": 7, "tx_m": 1, "score": 0.5})
    result = tb.evaluate(truth, found, protocol="argoverse2", mode="corrected")
    drawn = Resampling(result).weighed(np.array([[2, 0], [0, 2], [1, 1]], dtype=np.uint8)).metrics
    wanted = {
        "AP": [0.5, 0, 0.5 * 51 / 101],
        "ATE": [1, 2, 1],
        "AOE": [0, pi, 0],
        "CDS": [0.5 * 2.5 / 3, 0, 0.5 * 51 / 101 * 2.5 / 3],
    }
    for key, values in wanted.items():
        assert drawn[key].tolist() == pytest.approx(values)

"""lap: linear assignment by Jonker and Volgenant, as trackers use it."""

from __future__ import annotations

import lap
import numpy as np

from benchmarks.call import Array, Call
from benchmarks.small_data import SmallData

TOOL = "lap"


def assign(cost: Array) -> Call:
    def read(found: tuple[float, Array, Array]) -> Array:
        rows = np.flatnonzero(found[1] >= 0)
        return cost[rows, found[1][rows]]

    return Call(lambda: lap.lapjv(cost, extend_cost=True), read=read)


def small_calls(data: SmallData) -> dict[str, Call]:
    return {"cheapest matching, 10 × 10": assign(data.cost)}

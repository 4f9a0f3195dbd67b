"""motmetrics: CLEAR and Identity of events gathered frame by frame in a table of pandas."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np

from benchmarks.call import Array, Call
from benchmarks.track_calls import Followed, distances

if find_spec("motmetrics") is None:
    raise ImportError("motmetrics")

TOOL = "motmetrics"

_METRICS = ("mota", "idf1", "num_switches", "num_false_positives", "num_misses")


def clear_and_identity(truth: Followed, found: Followed) -> Call:
    """It is given distances: its own function for them fails with NumPy 2."""
    import motmetrics

    def run() -> Array:
        gathered = motmetrics.MOTAccumulator()
        for frame in range(1, int(truth.frames.max()) + 1):
            mine, other = truth.at(frame), found.at(frame)
            gathered.update(
                truth.ids[mine], found.ids[other], distances(truth.boxes[mine], found.boxes[other]), frame
            )
        table = motmetrics.metrics.create().compute(gathered, metrics=list(_METRICS))
        return np.array([float(table[name].iloc[0]) for name in _METRICS])

    return Call(run)

"""CLEAR by the rules of motmetrics 1.4.0, live on made worlds, equal distances included."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from track_worlds import make_tracks

from truebox.evaluation import evaluate_tracks

NAMES = {
    **{
        "num_switches": "IDSW",
        "num_fragmentations": "Frag",
        "num_misses": "CLR_FN",
        "num_false_positives": "CLR_FP",
    },
    **{"mostly_tracked": "MT", "partially_tracked": "PT", "mostly_lost": "ML"},
    **{"mota": "MOTA", "motp": "MOTP", "idf1": "IDF1", "idp": "IDP", "idr": "IDR"},
}


def answers(motmetrics, world) -> dict[str, float]:
    accumulator = motmetrics.MOTAccumulator(auto_id=False)
    for frame in sorted({*world.truth[:, 0], *world.found[:, 0]}):
        true, found = (side[side[:, 0] == frame] for side in (world.truth, world.found))
        distances = motmetrics.distances.iou_matrix(true[:, 2:6], found[:, 2:6], max_iou=0.5)
        accumulator.update(true[:, 1].tolist(), found[:, 1].tolist(), distances, frameid=frame)
    row = motmetrics.metrics.create().compute(accumulator, metrics=list(NAMES), name="all").iloc[0]
    return {name: float(row[name]) for name in NAMES}


@pytest.mark.parametrize("grid", [0.0, 8.0, 16.0])
@pytest.mark.parametrize("seed", range(4))
def test_numbers_are_those_of_motmetrics(seed, grid, monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        motmetrics = pytest.importorskip("motmetrics", reason="pip install motmetrics==1.4.0")
        # NumPy 2 has it no more. The other solver that it may find, lap, ends in other pairs.
        monkeypatch.setattr(np, "asfarray", np.asarray, raising=False)
        monkeypatch.setattr(motmetrics.lap, "default_solver", "scipy")
        world = make_tracks(40 + seed, 25, 14, grid=grid, crowd=2)
        expected = answers(motmetrics, world)
        found = evaluate_tracks(*world.sides, rules="motmetrics", fit_test=False).metrics
    for theirs, ours in NAMES.items():
        assert found[ours] == pytest.approx(expected[theirs], abs=1e-12), theirs

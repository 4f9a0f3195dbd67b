"""CLEAR by the rules of motmetrics 1.4.0, live on made worlds, equal distances included."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hard_tracks import make_hard_tracks
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


def answers(motmetrics, truth, found) -> dict[str, float]:
    accumulator = accumulated(motmetrics, truth, found)
    row = motmetrics.metrics.create().compute(accumulator, metrics=list(NAMES), name="all").iloc[0]
    return {name: float(row[name]) for name in NAMES}


def accumulated(motmetrics, truth, found):
    accumulator = motmetrics.MOTAccumulator(auto_id=False)
    for frame in sorted({*truth["frames"].tolist(), *found["frames"].tolist()}):
        here, there = truth["frames"] == frame, found["frames"] == frame
        distances = motmetrics.distances.iou_matrix(truth["boxes"][here], found["boxes"][there], max_iou=0.5)
        accumulator.update(
            truth["ids"][here].tolist(), found["ids"][there].tolist(), distances, frameid=frame
        )
    return accumulator


def sides_of(world) -> list[dict]:
    """Of a hard world, frames, ids, and x, y, width, height."""
    sides = []
    for rows in (world.truth, world.found):
        boxes = np.array([row.box for row in rows]).reshape(-1, 4)
        boxes[:, 2:] -= boxes[:, :2]
        frames, ids = (np.array([getattr(row, of) for row in rows], dtype=int) for of in ("frame", "track"))
        sides.append({"frames": frames, "ids": ids, "boxes": boxes, "length": world.frames})
    return sides


@pytest.fixture
def motmetrics(monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = pytest.importorskip("motmetrics", reason="pip install motmetrics==1.4.0")
        # NumPy 2 has it no more. The other solver that it may find, lap, ends in other pairs.
        monkeypatch.setattr(np, "asfarray", np.asarray, raising=False)
        monkeypatch.setattr(module.lap, "default_solver", "scipy")
        yield module


@pytest.mark.parametrize("grid", [0.0, 8.0, 16.0])
@pytest.mark.parametrize("seed", range(4))
def test_numbers_are_those_of_motmetrics(seed, grid, motmetrics):
    sides = make_tracks(40 + seed, 25, 14, grid=grid, crowd=2).sides
    expected = answers(motmetrics, *sides)
    found = evaluate_tracks(*sides, rules="motmetrics", fit_test=False).metrics
    for theirs, ours in NAMES.items():
        assert found[ours] == pytest.approx(expected[theirs], abs=1e-12), theirs


def test_hard_worlds(motmetrics):
    """Twins, empty frames, silent sides, flat boxes; MOTP is undefined where nothing is matched."""
    undefined = 0
    for seed in range(40, 80):
        truth, found = sides_of(make_hard_tracks(np.random.default_rng(seed), (1,), ids_by_kind=False))
        if not len(truth["ids"]):
            continue
        expected = answers(motmetrics, truth, found)
        result = evaluate_tracks(truth, found, rules="motmetrics", fit_test=False)
        for theirs, ours in NAMES.items():
            if ours == "MOTP" and np.isnan(expected[theirs]):
                assert result.metrics[ours] is None
                assert result.undefined[ours] == "nothing is matched"
                undefined += 1
            elif ours == "IDP" and np.isnan(expected[theirs]):
                assert not len(found["ids"])
                assert result.metrics[ours] is None
                assert result.undefined[ours] == "there is no prediction"
            else:
                assert result.metrics[ours] == pytest.approx(expected[theirs], abs=1e-12), (seed, theirs)
    assert undefined


def test_one_half_that_is_rounded_down(motmetrics):
    """The overlap is 0.49999999999999994 and the distance 0.5, which is no more than one half."""
    truth, found = (
        {"frames": np.array([1]), "ids": np.array([7]), "boxes": np.array([[3.7, 3.3, 10.3, height]])}
        for height in (4.8, 2.4)
    )
    expected = answers(motmetrics, truth, found)
    assert expected["idf1"] == 1
    metrics = evaluate_tracks(truth, found, rules="motmetrics", fit_test=False).metrics
    assert [metrics[NAMES[name]] for name in ("idf1", "idp", "idr")] == [1, 1, 1]
    assert evaluate_tracks(truth, found, fit_test=False).metrics["IDF1"] == 0  # as TrackEval: no slack there


SHARES = ("MOTA", "IDF1", "IDP", "IDR", "CLR_Pr", "CLR_Re")
SIDES = {
    "truth alone": (True, False),
    "predictions alone": (False, True),
    "neither": (False, False),
    "both": (True, True),
}


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_shares_of_nothing_are_undefined_in_sequences_and_in_all(mode, motmetrics):
    """motmetrics divides by 0: NaN, or -inf of MOTA. The numbers of all are those of its own overall row."""
    rows = make_tracks(3, 12, 5).sides
    nothing = {"frames": np.zeros(0, int), "ids": np.zeros(0, int), "boxes": np.zeros((0, 4))}
    for chosen in (["truth alone"], ["predictions alone"], ["truth alone", "neither"], list(SIDES)):
        pairs = {
            name: [rows[k] if held else nothing for k, held in enumerate(SIDES[name])] for name in chosen
        }
        truth, found = ({name: pair[k] for name, pair in pairs.items()} for k in (0, 1))
        result = evaluate_tracks(truth, found, rules="motmetrics", mode=mode, fit_test=False)
        accumulators = [accumulated(motmetrics, *pair) for pair in pairs.values()]
        theirs = {ours: theirs for theirs, ours in NAMES.items()} | {
            "CLR_Pr": "precision",
            "CLR_Re": "recall",
        }
        table = motmetrics.metrics.create().compute_many(
            accumulators, metrics=[theirs[each] for each in SHARES], names=chosen, generate_overall=True
        )
        rows_of = {each.name: each.metrics for each in result.per_sequence} | {"OVERALL": result.metrics}
        for name, metrics in rows_of.items():
            for share in SHARES:
                want = float(table.loc[name, theirs[share]])
                got = metrics[share]
                assert (got is None) == (not np.isfinite(want)), (name, share)
                assert got is None or got == pytest.approx(want, abs=1e-12), (name, share)

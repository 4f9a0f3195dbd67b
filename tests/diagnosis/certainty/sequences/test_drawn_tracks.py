"""True tracks swapped or drawn: metrics are those of the whole, and equal trackers are rarely told apart."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks

from truebox import compare
from truebox.diagnosis.certainty.sequences.drawn_tracks import ASSOCIATION, DrawnTracks
from truebox.diagnosis.certainty.sequences.tracks import TrackUnits
from truebox.evaluation import evaluate_tracks


def of_classes(side):
    return {**side, "labels": np.asarray(side["ids"]) % 2 + 1}


@pytest.mark.parametrize("several", [False, True])
def test_every_track_once_gives_the_metrics_of_the_whole(several):
    sides = make_tracks(5, 150, 8).sides
    result = evaluate_tracks(*(of_classes(side) if several else side for side in sides), fit_test=False)
    units = TrackUnits(result)
    once = units.measured(np.ones((1, units.columns)))
    for name in ASSOCIATION:
        assert once[name].tolist() == pytest.approx([result.metrics[name]], abs=1e-12), name
        for kind, part in enumerate(result.per_class if several else ()):
            assert once[name, kind].tolist() == pytest.approx([part.metrics[name]], abs=1e-12), name


def test_a_swap_of_all_tracks_swaps_the_trackers():
    truth, found = make_tracks(5, 150, 8).sides
    keep = np.arange(len(found["ids"])) % 3 > 0
    less = {name: values[keep] if name != "length" else values for name, values in found.items()}
    results = [evaluate_tracks(truth, each, fit_test=False) for each in (found, less)]
    a, b = (DrawnTracks(each) for each in results)
    columns = max(a.columns, b.columns)
    nothing, all_ = np.zeros((1, columns)), np.ones((1, columns))
    for weights, result in (((all_, nothing), results[0]), ((nothing, all_), results[1])):
        for name, values in a.measured(0, weights[0], b, weights[1]).items():
            assert values.tolist() == pytest.approx([result.metrics[name]], abs=1e-12), name


def renamed(truth, chance):
    """The truth as a tracker: some of its tracks get another id somewhere, and boxes are lost."""
    ids, frames = np.array(truth["ids"]), np.asarray(truth["frames"])
    for number, track in enumerate(np.unique(ids).tolist()):
        own = ids == track
        if chance.random() < 0.5:
            ids[own & (frames > chance.choice(frames[own]))] = 1000 + number
    keep = chance.random(len(ids)) < 0.9
    return {"frames": frames[keep], "ids": ids[keep], "boxes": np.asarray(truth["boxes"])[keep]}


def test_equally_good_trackers_of_one_sequence_are_rarely_told_apart():
    """One of twenty is expected. Blocks of frames, against the difference of the whole, told 13 apart."""
    significant = 0
    for seed in range(20):
        chance = np.random.default_rng(seed)
        truth = make_tracks(seed, 200, 10).sides[0]
        pair = [evaluate_tracks(truth, renamed(truth, chance), fit_test=False) for _ in range(2)]
        entry = compare(*pair, replicates=300).pairs[0].metrics["HOTA"]
        significant += entry.verdict in ("better", "worse")
    assert significant <= 4


def test_few_tracks_are_said():
    truth, found = make_tracks(5, 300, 2).sides
    keep = np.isin(truth["ids"], np.unique(truth["ids"])[:3])
    truth = {name: values[keep] if name != "length" else values for name, values in truth.items()}
    result = evaluate_tracks(truth, found, fit_test=False)
    metrics = compare(result, result).pairs[0].metrics
    assert 0 < result.true_tracks < 6
    assert metrics["HOTA"].reason == f"{result.true_tracks} true tracks are too few to say how sure it is"
    assert metrics["DetA"].reason != metrics["HOTA"].reason


def test_words_say_what_was_swapped():
    result = evaluate_tracks(*make_tracks(5, 300, 10).sides, fit_test=False)
    tracks = result.true_tracks
    unit = compare(result, result).unit
    assert unit.startswith("blocks of ")
    assert unit.endswith(
        f"frames (sequences are too few: 1; for HOTA, AssA, AssRe, AssPr and IDF1 in {tracks} true tracks)"
    )

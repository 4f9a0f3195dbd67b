"""Trackers compared: blocks of frames or sequences, the same for both."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox import compare
from truebox.diagnosis.certainty.sequences import tracks as module
from truebox.diagnosis.certainty.sequences.tracks import TrackUnits, track_intervals
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.evaluation import evaluate_tracks
from truebox.overlap import pairwise_iou
from truebox.report import to_comparison_markdown, to_json


def worse(side, seed):
    """A third of the boxes away."""
    keep = [k for k in range(len(side["ids"])) if (k * 7 + seed) % 3]
    return {name: values[keep] if name != "length" else values for name, values in side.items()}


@pytest.fixture(scope="module")
def results():
    truth, found = make_tracks(5, 300, 10).sides
    return evaluate_tracks(truth, found, fit_test=False), evaluate_tracks(
        truth, worse(found, 1), fit_test=False
    )


def test_a_worse_tracker_is_worse(results):
    comparison = compare(*results)
    pair = comparison.pairs[0]
    assert pair.metrics["DetA"].verdict == pair.metrics["MOTA"].verdict == "worse"
    assert pair.metrics["HOTA"].value == results[1].metrics["HOTA"] - results[0].metrics["HOTA"]
    assert "frames (sequences are too few: 1;" in comparison.unit
    assert "HOTA" in to_comparison_markdown(comparison)
    assert '"method": "paired swap test over blocks' in to_json(comparison)


def test_equal_trackers_cannot_be_told_apart(results):
    entry = compare(results[0], results[0]).pairs[0].metrics["HOTA"]
    assert (entry.value, entry.verdict) == (0, "not significant")


def test_many_sequences_are_swapped_as_they_are(tmp_path):
    worlds = {f"S-{k:02}": make_tracks(k, 12, 5) for k in range(12)}
    gt, tracker = write_tracks(tmp_path, worlds)
    result = evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)
    comparison = compare(result, result)
    assert (comparison.unit, comparison.images) == ("sequences", 12)


def test_too_few_frames_are_said():
    truth, found = make_tracks(5, 20, 4).sides
    result = evaluate_tracks(truth, found, fit_test=False)
    entry = compare(result, result).pairs[0].metrics["HOTA"]
    assert entry.verdict == "undefined"
    assert "too few" in entry.reason


def test_every_sequence_once_gives_the_metrics_of_the_whole(tmp_path):
    truth = {f"S-{k:02}": make_tracks(k, 12, 5) for k in range(12)}
    gt, tracker = write_tracks(tmp_path, truth)
    result = evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)
    units = TrackUnits(result)
    once = np.ones((1, units.count))
    for name, values in module._metrics([units.state], [once]).items():
        assert values.tolist() == pytest.approx([result.metrics[name]], abs=1e-12), name
    # Half of the sequences, as if they were all there is.
    half = np.arange(12) < 6
    (tmp_path / "half").mkdir()
    gt, tracker = write_tracks(tmp_path / "half", dict(list(truth.items())[:6]))
    alone = evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)
    for name, values in module._metrics([units.state], [half[None].astype(float)]).items():
        assert values.tolist() == pytest.approx([alone.metrics[name]], abs=1e-12), name


def test_a_sequence_with_other_truth_cannot_be_compared(tmp_path):
    found = []
    for last in (11, 30):
        worlds = {
            f"S-{k:02}": make_tracks(k if k < 11 else last, 12, 5 if last == 11 or k < 11 else 4)
            for k in range(12)
        }
        (tmp_path / str(last)).mkdir()
        gt, tracker = write_tracks(tmp_path / str(last), worlds)
        found.append(evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False))
    with pytest.raises(ArgumentError, match="other sequences or by other rules"):
        compare(*found)


def test_what_cannot_be_compared(results):
    other = evaluate_tracks(*make_tracks(6, 300, 10).sides, fit_test=False)
    with pytest.raises(ArgumentError, match="other sequences or by other rules"):
        compare(results[0], other)
    with pytest.raises(ArgumentError, match="1 model given"):
        compare(results[0])


def test_intervals_hold_the_value(results):
    for name, entry in track_intervals(results[0]).items():
        assert entry.low <= entry.value <= entry.high, name
        assert entry.reason == "of this sequence alone"


def test_given_similarities_are_those_of_the_blocks():
    """Boxes that lie elsewhere, with the overlaps that they would have: the same intervals and p-values."""
    truth, found = make_tracks(5, 200, 6).sides
    similarity = [
        pairwise_iou(*(side["boxes"][side["frames"] == frame] for side in (truth, found)), box_format="xywh")
        for frame in range(int(max(truth["frames"].max(), found["frames"].max())) + 1)
    ]
    moved = {**found, "boxes": found["boxes"] + [1e5, 1e5, 0, 0]}
    plain = evaluate_tracks(truth, found, fit_test=False)
    given = evaluate_tracks(truth, moved, fit_test=False, similarity=similarity)
    assert given.metrics["MOTA"] == plain.metrics["MOTA"] > 0
    own, expected = track_intervals(given, replicates=100), track_intervals(plain, replicates=100)
    for name in ("MOTA", "DetA", "MOTP"):
        assert expected[name].low is not None
        assert (own[name].low, own[name].high) == pytest.approx(
            (expected[name].low, expected[name].high), abs=1e-12
        )


def test_ids_that_all_change_at_once_are_said():
    truth, found = make_tracks(5, 300, 10).sides
    middle = int(np.median(truth["frames"]))
    renewed = {**found, "ids": np.where(found["frames"] >= middle, found["ids"] + 1000, found["ids"])}
    plain, other = (evaluate_tracks(truth, each, fit_test=False) for each in (found, renewed))
    assert "at once" not in compare(plain, plain).unit
    for pair in ((plain, other), (other, plain)):
        assert f"in frame {middle} of the sequence" in compare(*pair).unit
        assert "change their ids at once" in compare(*pair).unit


def test_sequences_that_a_list_chose_are_cut_into_blocks(tmp_path):
    gt, tracker = write_tracks(tmp_path, {f"S-{k}": make_tracks(k, 150, 6) for k in range(2)})
    (gt / "seqmaps").mkdir()
    (gt / "seqmaps" / "chosen.txt").write_text("name\nS-1\n", encoding="utf-8")
    with pytest.warns(TrueboxWarning, match="lists 1 of 2 sequences"):
        result = evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)
    assert [each.name for each in result.truth.sequences] == ["S-1"]
    assert compare(result, result).pairs[0].metrics["DetA"].verdict == "not significant"

"""Events of tracks: every kind by hand, and their numbers beside CLEAR."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks

from truebox.evaluation import evaluate_tracks

HERE, THERE = [0, 0, 10, 10], [100, 0, 10, 10]


def rows(truth, found, **how):
    def side(given):
        return {
            "frames": [frame for frame, _, _ in given],
            "ids": [track for _, track, _ in given],
            "boxes": [box for _, _, box in given],
        }

    result = evaluate_tracks(side(truth), side(found), fit_test=False, **how)
    return [(row[2], row[3], row[4], row[5], row[6], row[7]) for row in result.events.rows()]


def test_new_id():
    truth = [(t, 7, HERE) for t in range(3)]
    assert rows(truth, [(0, 1, HERE), (1, 1, HERE), (2, 2, HERE)]) == [(2, "new id", 7, 2, 1, 0)]


def test_return_after_a_gap_misses_and_breaks():
    truth = [(t, 7, HERE) for t in range(4)] + [(t, 8, THERE) for t in range(4)]
    found = [(0, 1, HERE), (3, 2, HERE)] + [(t, 9, THERE) for t in range(4)]
    assert rows(truth, found) == [
        (1, "miss", 7, None, None, 2),
        (3, "return", 7, 2, 1, 2),
        (3, "fragmentation", 7, 2, 1, 2),
    ]


def test_exchange():
    truth = [(t, track, box) for t in range(2) for track, box in ((7, HERE), (8, THERE))]
    found = [(0, 1, HERE), (0, 2, THERE), (1, 2, HERE), (1, 1, THERE)]
    assert rows(truth, found) == [(1, "exchange", 7, 2, 1, 0), (1, "exchange", 8, 1, 2, 0)]


def test_false_tracks_merges_and_splits():
    near = [1, 0, 10, 10]
    truth = [(0, 7, HERE), (0, 8, near)]
    assert (0, "merge", 8, 1, None, 0) in rows(truth, [(0, 1, HERE)])
    found = rows([(0, 7, HERE)], [(0, 1, HERE), (0, 2, near)])
    assert (0, "split", 7, 2, None, 0) in found
    assert (0, "false track", None, 2, None, 1) in found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_numbers_are_those_of_clear(seed, mode):
    result = evaluate_tracks(*make_tracks(seed, 40, 10).sides, mode=mode, fit_test=False)
    counts = result.events.counts()
    assert counts["exchange"] + counts["new id"] + counts["return"] == result.metrics["IDSW"]
    assert counts["fragmentation"] == result.metrics["Frag"]
    missed = [row[7] for row in result.events.rows() if row[3] == "miss"]
    assert sum(missed) == result.metrics["CLR_FN"]


def test_columns_for_data_frames():
    result = evaluate_tracks(*make_tracks(2, 20, 5).sides, fit_test=False)
    columns = result.events.to_dict()
    assert list(columns) == list(result.events.names)
    assert {len(values) for values in columns.values()} == {len(result.events)}


def test_the_gravest_come_first():
    """By kind; of one kind the longest gap, then the earliest frame, then the lowest object."""
    truth = [(t, track, [100 * track, 0, 10, 10]) for track in (1, 2, 3) for t in range(12)]
    gaps = {1: (2, 3), 2: (4, 5, 6), 3: (2, 3, 8, 9, 10)}
    found = [(t, track, box) for t, track, box in truth if t not in gaps[track]]

    def side(given):
        frames, ids, boxes = zip(*given, strict=True)
        return {"frames": list(frames), "ids": list(ids), "boxes": list(boxes)}

    events = evaluate_tracks(side(truth), side(found), fit_test=False).events
    listed = list(events.rows())
    shown = [listed[place] for place in events.gravest(99, kinds=["miss"])]
    # Frame, object and length of the gap that begins there.
    assert [(row[2], row[4], row[7]) for row in shown] == [(4, 2, 3), (8, 3, 3), (2, 1, 2), (2, 3, 2)]
    assert events.gravest(2, kinds=["miss"]).tolist() == events.gravest(99, kinds=["miss"])[:2].tolist()
    kinds = [listed[place][3] for place in events.gravest(99)]
    assert kinds == sorted(kinds, key=events.kinds.index)
    assert len(kinds) == len(listed)


def test_without_sequences_there_are_no_events_of_any_kind():
    result = evaluate_tracks({"frames": [], "ids": []}, {"frames": [], "ids": []}, fit_test=False)
    assert list(result.events.rows()) == []
    assert set(result.events.counts().values()) == {0}

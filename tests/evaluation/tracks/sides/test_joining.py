"""Sequences of both sides: another set, missing ones, frames beyond, rows without a track."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.sides.joining import joined_sequences
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays

BOX = [0, 0, 9, 9]


def written(tmp_path, *names):
    return write_tracks(tmp_path, {name: make_tracks(seed, 12, 6) for seed, name in enumerate(names)})


def test_missing_results_are_refused_with_what_mends_it(tmp_path):
    gt, tracker = written(tmp_path, "A", "B", "C")
    (tracker / "data" / "B.txt").unlink()
    with pytest.raises(InputError, match=r"E-582 .*1 of 3 sequences have no results: B.*sequences.*A,C"):
        evaluate_tracks(gt, tracker, protocol="mot17")
    assert evaluate_tracks(
        gt, tracker, protocol="mot17", sequences=["C", "A"], fit_test=False
    ).state.sequences == (
        "A",
        "C",
    )
    with pytest.raises(ArgumentError, match="'Z' is not in the truth"):
        evaluate_tracks(gt, tracker, sequences=["Z"])


def test_another_set_of_sequences(tmp_path):
    gt, _ = written(tmp_path / "one", "A", "B")
    _, tracker = written(tmp_path / "two", "X", "Y")
    with pytest.raises(InputError, match=r"E-582 .*no sequence of the truth \(A, B\) has results here.*X, Y"):
        evaluate_tracks(gt, tracker)


def test_one_detector_of_three(tmp_path):
    gt, tracker = written(tmp_path, "MOT17-02-DPM", "MOT17-02-FRCNN", "MOT17-02-SDP")
    for name in ("DPM", "SDP"):
        (tracker / "data" / f"MOT17-02-{name}.txt").unlink()
    with pytest.warns(match=r"W-586 .*results for 1 of 3 sequences.*one detector"):
        result = evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)
    assert result.state.sequences == ("MOT17-02-FRCNN",)


def test_more_results_are_left_out_and_said(tmp_path):
    gt, tracker = written(tmp_path, "A")
    (tracker / "data" / "more.txt").write_text("1,1,5,5,5,5,1,-1,-1,-1\n")
    with pytest.warns(match="W-586 .*also has more"):
        evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)


def test_frames_beyond_the_sequence(tmp_path):
    gt, tracker = written(tmp_path, "A")
    file = tracker / "data" / "A.txt"
    file.write_text(file.read_text() + "13,1,5,5,5,5,1,-1,-1,-1\n")
    with pytest.raises(InputError, match=r"E-435 .*frame 13 is beyond the sequence A, whose last is 12"):
        evaluate_tracks(gt, tracker, protocol="mot17")


@pytest.mark.parametrize(
    ("ids", "message"), [([-1, -1], "no row has a track"), ([-1, 5], "track -1 is negative beside 5")]
)
def test_negative_ids(ids, message):
    truth = {"frames": [0, 1], "ids": [1, 1], "boxes": [BOX] * 2}
    with pytest.raises(InputError, match=f"E-583 .*{message}"):
        evaluate_tracks(truth, {**truth, "ids": ids})


def test_a_track_twice_in_a_frame():
    truth = {"frames": [3, 3], "ids": [1, 1], "boxes": [BOX] * 2}
    with pytest.raises(InputError, match=r"E-580 <?.*track 1 occurs twice in frame 3 \(rows 1 and 2\)"):
        evaluate_tracks(truth, truth)


def test_results_that_count_frames_from_0(tmp_path):
    """Refused with the flag that mends it, which does."""
    for side, first in (("gt", 1), ("mine", 0)):
        (tmp_path / side).mkdir()
        rows = [f"{t + first},{k},{200 * k + 9 * t},50,40,80,1,-1,-1,-1\n" for t in range(6) for k in (1, 2)]
        (tmp_path / side / "A.txt").write_text("".join(rows))
    sides = (str(tmp_path / "gt"), str(tmp_path / "mine"))
    with pytest.raises(InputError, match=r"E-435 .*frame 0 is not in 1 to 6.*frame.offset[ =]1 where"):
        evaluate_tracks(*sides, protocol="tracks")
    assert evaluate_tracks(*sides, protocol="tracks", frame_offset=1).metrics["HOTA"] == 1


def test_results_that_count_frames_from_1_where_the_truth_does_from_0():
    """The flag that mends it is named where every frame is one too high."""
    truth = {"frames": [0, 1, 2], "ids": [7] * 3, "boxes": [BOX] * 3, "length": 3}
    with pytest.raises(InputError, match=r"E-435 .*frame.offset[ =]-1"):
        evaluate_tracks(truth, truth | {"frames": [1, 2, 3], "length": 4})
    mended = evaluate_tracks(truth, truth | {"frames": [1, 2, 3], "length": 4}, frame_offset=-1)
    assert mended.metrics["HOTA"] == 1


def test_the_flag_for_frames_is_the_whole_one(tmp_path):
    truth = tmp_path / "gt" / "S-01.txt"
    found = tmp_path / "mine" / "S-01.txt"
    for file, first in ((truth, 1), (found, -1)):
        file.parent.mkdir()
        file.write_text("".join(f"{first + t},3,{40 * t},10,20,40,1,-1,-1,-1\n" for t in range(8)))
    for given in (0, 1):
        with pytest.raises(InputError, match=r"E-435 .*frame.offset[ =]2 where they are counted from -1"):
            evaluate_tracks(truth.parent, found.parent, frame_offset=given)
    with pytest.raises(InputError, match=r"E-435 .*leave .*frame.offset out"):
        evaluate_tracks(truth.parent, truth.parent, frame_offset=-1)
    with pytest.warns(match="W-587"):
        assert evaluate_tracks(truth.parent, found.parent, frame_offset=2).metrics["HOTA"] == 1


@pytest.mark.parametrize("on", ["truth", "predictions"])
@pytest.mark.parametrize("last", [4, 5])
def test_a_sequence_without_a_length_ends_with_the_last_box_of_either_side(on, last):
    short = {"frames": [0, 1], "ids": [1, 1], "boxes": [BOX] * 2}
    long = {"frames": [0, last], "ids": [1, 1], "boxes": [BOX] * 2}
    sides = (long, short) if on == "truth" else (short, long)
    result = evaluate_tracks(*sides, fit_test=False)
    assert [each.length for each in result.truth.sequences] == [last + 1]
    assert [each.length for each in result.predictions.sequences] == [last + 1]


@pytest.mark.parametrize("ids", [[-3, 5, 9], [9, -3, 5]])
def test_of_the_ids_beside_a_negative_one_the_largest_is_named(ids):
    """The one that counts from the end would share."""
    truth = {"frames": [0, 1, 2], "ids": [1, 1, 1], "boxes": [BOX] * 3}
    with pytest.raises(InputError, match=r"E-583 .*track -3 is negative beside 9;"):
        evaluate_tracks(truth, {**truth, "ids": ids})


@pytest.mark.parametrize("first", [(0, 1), (1, 0), (3, 1)])
def test_masks_whose_sides_count_from_other_frames_are_brought_together(first):
    """Results that count from 1 beside a truth that counts from 0: frame 1 of both is one."""
    masks = np.ones((3, 4, 5), dtype=bool)
    frames = [4, 5, 6]
    sides = []
    for number, name in zip(first, ("truth", "predictions"), strict=True):
        given = {"frames": [frame - number for frame in frames], "ids": [1] * 3, "masks": masks}
        made = tracks_of_arrays(given, name)
        sides.append(replace(made, sequences=(replace(made.sequences[0], first=number),)))
    (true,), (found,) = (side.sequences for side in joined_sequences(*sides, None)[:2])
    assert (true.first + true.frame).tolist() == (found.first + found.frame).tolist() == frames
    assert true.frame.tolist() == found.frame.tolist()


@pytest.mark.parametrize("of_truth", [True, False])
def test_the_side_that_has_a_track_twice_is_named(of_truth):
    once = {"frames": [0, 3], "ids": [1, 1], "boxes": [BOX] * 2}
    twice = {"frames": [0, 3, 3], "ids": [1, 7, 7], "boxes": [BOX] * 3}
    with pytest.raises(
        InputError, match=r"E-580 .*track 7 occurs twice in frame 3 \(rows 2 and 3\)"
    ) as caught:
        evaluate_tracks(*((twice, once) if of_truth else (once, twice)))
    assert ("truth" if of_truth else "predictions") in str(caught.value)


def test_sequences_stand_in_the_order_of_their_names():
    """`sorted(seq_list)` of TrackEval, by which its sums run."""
    one = {"frames": [0], "ids": [1], "boxes": [BOX]}
    given = (("b", "a", "10", "9"), ("9", "a", "b", "10"))
    true, mine = (tracks_of_arrays(dict.fromkeys(names, one), "side") for names in given)
    truth, found, _ = joined_sequences(true, mine, None)
    for side in (truth, found):
        assert [each.name for each in side.sequences] == ["10", "9", "a", "b"]

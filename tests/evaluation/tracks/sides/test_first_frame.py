"""How many frames tracks in memory have, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks

BOX, ELSEWHERE = [0, 0, 9, 9], [50, 50, 9, 9]


def tracks(frames, boxes=None, **more):
    return {"frames": frames, "ids": [7] * len(frames), "boxes": boxes or [BOX] * len(frames), **more}


def extra(frames):
    """One false box beside the right ones, in the last frame."""
    return {
        "frames": [*frames, frames[-1]],
        "ids": [1] * len(frames) + [2],
        "boxes": [BOX] * len(frames) + [ELSEWHERE],
    }


@pytest.mark.parametrize(
    ("true", "found", "number"),
    [
        ([0, 1, 2], [0, 1, 2], 3),
        ([1, 2, 3], [1, 2, 3], 3),
        ([2, 3], [3], 3),  # from 1 on, whose first frame is empty
        ([1, 2, 3], [0, 1], 4),  # one side has a frame 0
        ([0, 1], [1, 2, 3], 4),
    ],
)
def test_frames_count_from_the_first_that_is_meant(true, found, number):
    metrics = evaluate_tracks(tracks(true), extra(found), fit_test=False).metrics
    assert metrics["Frames"] == number
    false = metrics["CLR_FP"]
    assert metrics["FP_per_frame"] == pytest.approx(false / number)


def test_a_stated_length_is_believed():
    metrics = evaluate_tracks(tracks([1, 2], length=5), tracks([1, 2])).metrics
    assert metrics["Frames"] == 5


def test_events_name_the_frames_that_were_given():
    result = evaluate_tracks(tracks([1, 2, 3]), {**tracks([1, 2, 3]), "ids": [1, 1, 2]})
    assert result.events.frame.tolist() == [3]


@pytest.mark.parametrize(
    ("first", "arrays", "number"),
    [
        (1, 3, 3),  # one for each of frames 1 to 3
        (1, 4, 4),  # and one before them, of an empty frame 0
        (0, 3, 3),
        (0, 5, 5),  # two empty frames behind
    ],
)
def test_similarities_say_how_many_there_are(first, arrays, number):
    frames = [first, first + 1, first + 2]
    before = arrays - 3 if first else 0
    given = [np.empty((0, 0))] * before + [[[0.9]]] * 3 + [np.empty((0, 0))] * (arrays - 3 - before)
    side = {"frames": frames, "ids": [7] * 3}
    metrics = evaluate_tracks(side, side, similarity=given).metrics
    assert (metrics["Frames"], metrics["CLR_TP"]) == (number, 3)


def test_too_few_similarities_are_refused_with_the_frames():
    side = {"frames": [1, 2, 3], "ids": [7] * 3}
    with pytest.raises(ArgumentError, match="2 arrays for 4 frames, 0 to 3"):
        evaluate_tracks(side, side, similarity=[[[0.9]]] * 2)


def test_of_several_sequences_each_is_counted_by_itself():
    sides = {"a": tracks([1, 2]), "b": tracks([0, 1])}
    metrics = evaluate_tracks(sides, sides).metrics
    assert metrics["Frames"] == 4


@pytest.mark.parametrize("side", ["truth", "found"])
@pytest.mark.parametrize("first", [0, 1])
def test_a_side_in_memory_beside_a_file_that_counts_from_1(tmp_path, side, first):
    """Without a row in frame 0 it has the numbers of the file: boxes were held against the next frame's."""
    (tmp_path / "S.txt").write_text("".join(f"{n},7,{5 * n},0,9,9,1,-1,-1,-1\n" for n in (1, 2, 3, 4)))
    frames = [first, first + 1, first + 2]
    own = tracks(frames, [[5 * n, 0, 9, 9] for n in (1, 2, 3)])
    pair = (own, tmp_path / "S.txt") if side == "truth" else (tmp_path / "S.txt", own)
    metrics = evaluate_tracks(*pair, protocol="tracks", fit_test=False).metrics
    assert (metrics["CLR_TP"], metrics["CLR_FN"] + metrics["CLR_FP"]) == (3, 1)


def test_a_length_in_memory_beside_a_file_counts_from_0(tmp_path):
    (tmp_path / "S.txt").write_text("2,7,5,0,9,9,1,-1,-1,-1\n")
    own = tracks([1], [[5, 0, 9, 9]], length=4)
    assert evaluate_tracks(tmp_path / "S.txt", own, protocol="tracks", fit_test=False).metrics["CLR_TP"] == 1

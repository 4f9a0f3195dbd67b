"""Tracks in memory: what is taken, and how the rest is refused."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays

BOX = [0, 0, 9, 9]


def test_several_sequences_and_texts():
    one = {"frames": [0, 1], "ids": ["x", "y"], "boxes": [BOX] * 2, "labels": ["dog", "cat"]}
    side = tracks_of_arrays({"a": one, "b": {**one, "labels": ["cat", "cat"]}}, "truth")
    assert [sequence.name for sequence in side.sequences] == ["a", "b"]
    assert side.classes == {1: "cat", 2: "dog"}
    assert side.sequences[0].label.tolist() == [2, 1]
    assert side.sequences[0].track.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"frames": [0.5, 1]}, "frames has dtype float64"),
        ({"frames": [-1, 1]}, r"frames\[0\] is -1"),
        ({"ids": [1]}, r"ids has shape \(1,\)"),
        ({"boxes": [BOX]}, r"boxes has shape \(1, 4\)"),
        ({"boxes": [BOX, [0, 0, float("nan"), 1]]}, r"boxes\[1\]"),
        ({"labels": ["a"]}, "labels has 1 entries"),
        ({"tracks": [1, 2]}, "'tracks' is unknown"),
        ({"frames": [5, 3], "length": 5}, r"frames\[0\] is 5; expected 0 to 4, as its length is 5"),
    ],
)
def test_what_is_refused(changed, message):
    with pytest.raises(ArgumentError, match=message):
        tracks_of_arrays({"frames": [0, 1], "ids": [1, 1], "boxes": [BOX] * 2, **changed}, "truth")


def test_what_is_no_mapping_of_columns():
    with pytest.raises(ArgumentError, match="there are no frames and ids"):
        tracks_of_arrays({"a": [1, 2]}, "predictions")


@pytest.mark.parametrize("frames", [[0, 2**31], [5, 2**31 + 1, 2**40]])
def test_of_frames_beyond_the_largest_is_named(frames):
    row = len(frames) - 1
    given = {"frames": frames, "ids": [1] * len(frames), "boxes": [BOX] * len(frames)}
    with pytest.raises(ArgumentError, match=rf"frames\[{row}\] is {frames[row]}"):
        tracks_of_arrays(given, "truth")
